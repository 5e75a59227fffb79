"""Where does a published number come from? The settings under which an output scores what somebody claims."""

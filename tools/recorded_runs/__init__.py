"""What every command prints and writes, recorded: lines to type in, one folder of streams and files a run out.

    python -m tools.recorded_runs record FOLDER [--shared]     run everything, keep streams and files
    python -m tools.recorded_runs compare OLD NEW              show every difference
    python -m tools.recorded_runs update                       write anew the numbers that the test holds

Only the command line is called, so a recording outlives any change of what is behind it.
"""

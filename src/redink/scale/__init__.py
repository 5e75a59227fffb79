"""Work that outgrows one sitting or one machine: blocks of output that survive a kill, and Dask."""

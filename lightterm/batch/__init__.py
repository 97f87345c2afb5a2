"""Many pages in one run: a list in, results in its order out, as the dump of each would say it.

One function reads a page (`page.read`); processes of this machine (`processes.py`) or workers of a Dask cluster
(`cluster.py`) call it, and a schedule (`schedule.py`) says which page is next, politely to each host.
"""

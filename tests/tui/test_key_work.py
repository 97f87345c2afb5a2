"""What single keys cost: the work of each is counted, not timed (`python -m tests.bench.keys` measures all of them)."""

from __future__ import annotations

from browsing import browsing, in_a_loop
from effort import calls
from servers import Server


@in_a_loop
async def test_a_setting_that_is_turned_reads_no_theme_and_no_keys_anew(server: Server) -> None:
    server.page("/", "<p>Words</p>" * 3000)
    async with browsing(server.url("/")) as b:
        app, palette = b.app, b.app.palette
        for line in ("toggle cookies", "images off", "numbers off", "width by -5"):
            app.run_line(line)
            await b.settled()
            assert calls(lambda line=line: app.run_line(line)) < 5000, line  # reading a theme is 10,000, keys 200,000
        assert app.palette is palette
        app.run_line("set --temporary tui.theme light")
        assert app.palette is not palette and app.palette.name == "light"

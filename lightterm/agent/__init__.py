"""The agent's door: lightterm as an MCP server over the same session, pages and target numbers that people see."""

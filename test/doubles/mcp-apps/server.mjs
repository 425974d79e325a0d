// A server whose tool has a view, as the official SDK of MCP Apps registers both. Argument: { name, title, uri, text, inputSchema } as JSON.
import { registerAppResource, registerAppTool } from '@modelcontextprotocol/ext-apps/server';
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const { name, title, uri, text, inputSchema } = JSON.parse(process.argv[2]);

serveStdio(() => {
  const mcp = new McpServer({ name: 'library', version: '1.0.0' });
  const config = { title, inputSchema: fromJsonSchema(inputSchema), _meta: { ui: { resourceUri: uri } } };
  registerAppTool(mcp, name, config, () => ({ content: [] }));
  registerAppResource(mcp, name, uri, { title }, () => ({
    contents: [{ uri, mimeType: 'text/html;profile=mcp-app', text, _meta: { ui: { prefersBorder: true } } }],
  }));
  return mcp;
});

/**
 * What the published schemas of package formats demand, in our words: Agent Plugins 1.0.0 (agentplugins/agent-plugins-spec),
 * MCPB 0.3 (anthropics/mcpb), server.json 2025-12-11 (modelcontextprotocol/static). Members that Haft never writes are left
 * out, so these are closed where the originals are open.
 */
const text = { type: 'string' };
const texts = { type: 'array', items: text };
const textMap = { type: 'object', additionalProperties: text };
const filled = { type: 'string', minLength: 1 };

function closed(properties: object, required: readonly string[]): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

const PLUGINS = 'https://agent-plugins.org/schemas/1.0.0';

export const AGENT_PLUGIN: object = closed(
  {
    $schema: { const: `${PLUGINS}/plugin.schema.json` },
    name: { type: 'string', maxLength: 64, pattern: '^(?!.*(?:--|\\.\\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$' },
    version: text,
    description: text,
    author: closed({ name: text, email: text, url: text }, []),
    homepage: text,
    license: text,
  },
  ['$schema', 'name'],
);

export const AGENT_MCP: object = closed(
  {
    $schema: { const: `${PLUGINS}/mcp.schema.json` },
    mcpServers: {
      type: 'object',
      additionalProperties: {
        oneOf: [
          closed({ type: { const: 'stdio' }, command: filled, args: texts, env: textMap }, ['type', 'command']),
          closed({ type: { enum: ['streamable-http', 'sse'] }, url: filled, headers: textMap }, ['type', 'url']),
        ],
      },
    },
  },
  ['$schema', 'mcpServers'],
);

const question = closed(
  {
    type: { enum: ['string', 'number', 'boolean', 'directory', 'file'] },
    title: text,
    description: text,
    required: { type: 'boolean' },
    default: {},
    sensitive: { type: 'boolean' },
  },
  ['type', 'title', 'description'],
);

export const MCPB_MANIFEST: object = closed(
  {
    manifest_version: { const: '0.3' },
    name: text,
    display_name: text,
    version: text,
    description: text,
    author: closed({ name: text }, ['name']),
    homepage: text,
    license: text,
    server: closed(
      {
        type: { enum: ['node', 'python', 'binary'] },
        entry_point: text,
        mcp_config: closed({ command: text, args: texts, env: textMap }, ['command']),
      },
      ['type', 'entry_point', 'mcp_config'],
    ),
    tools: { type: 'array', items: closed({ name: text, description: text }, ['name']) },
    compatibility: closed({ runtimes: closed({ node: text }, []) }, []),
    user_config: { type: 'object', additionalProperties: question },
  },
  ['manifest_version', 'name', 'version', 'description', 'author', 'server'],
);

const input = closed(
  { name: text, description: text, isRequired: { type: 'boolean' }, isSecret: { type: 'boolean' } },
  ['name'],
);

export const SERVER_JSON: object = closed(
  {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255, not: { const: 'latest' } },
    websiteUrl: text,
    packages: {
      type: 'array',
      items: closed(
        {
          registryType: { const: 'npm' },
          identifier: text,
          version: filled,
          transport: {
            oneOf: [
              closed({ type: { const: 'stdio' } }, ['type']),
              closed({ type: { enum: ['streamable-http', 'sse'] }, url: filled }, ['type', 'url']),
            ],
          },
          packageArguments: {
            type: 'array',
            items: closed({ type: { const: 'positional' }, value: text }, ['type', 'value']),
          },
          environmentVariables: { type: 'array', items: input },
        },
        ['registryType', 'identifier', 'transport'],
      ),
    },
  },
  ['name', 'description', 'version'],
);

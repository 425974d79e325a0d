// Writes the servers of the benchmark: the same echo tools with four parameters, each made by another way.
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where packages are that the project does not need: fastmcp, tmcp, @modelcontextprotocol/node. */
const MODULES = process.env['HAFT_BENCH_MODULES'];

const SPEC = `kind: server
name: bench
version: 1.0.0
summary: Gives texts back.
limits: { calls_per_minute: 1000000, concurrency: 100 }
`;

const tool = (n) => `  - name: echo_text_${n}
    description: Gives a text back, as variant ${n}. Use when the user wants to see a text again.
    parameters:
      text: { type: string, description: The text to give back. }
      times: { type: integer, description: How often., minimum: 1, maximum: 10, default: 1 }
      loud: { type: boolean, description: In capitals., default: false }
      tone: { type: string, description: How it sounds., enum: [plain, warm], default: plain }
    required: [text]
    returns: { type: object, properties: { text: { type: string } }, required: [text] }
    effects: read
    handler: handlers.ts
`;

/** What `haft compile` writes of a spec, with a function for every tool; `config` are further lines of haft.yaml. */
export function ours(folder, count, transport, config = '') {
  const project = join(folder, `ours-${transport}-${count}`);
  mkdirSync(join(project, 'specs'), { recursive: true });
  const numbers = Array.from({ length: count }, (_, n) => n);
  const tools = numbers.map(tool).join('');
  writeFileSync(join(project, 'haft.yaml'), `profiles: { specs: mcp }\n${config}`);
  writeFileSync(join(project, 'specs/bench.yaml'), `${SPEC}transports: [${transport}]\ntools:\n${tools}`);
  const names = numbers.map((n) => `echo as echoText${n}`).join(', ');
  writeFileSync(
    join(project, 'specs/handlers.ts'),
    `const echo = ({ text }: { text?: string }) => ({ text });\nexport { ${names} };\n`,
  );
  execFileSync(process.execPath, [join(ROOT, 'compiler/bin/haft.js'), 'compile'], { cwd: project, stdio: 'pipe' });
  return [join(project, 'generated/servers/bench/server.mjs'), '--port', '0'];
}

/** The tools that the others serve: the same. */
function toolsOf([file]) {
  const tools = JSON.parse(execFileSync(process.execPath, [file, '--list'], { maxBuffer: 2 ** 30 }));
  const members = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'];
  return tools.map((tool) => Object.fromEntries(members.map((name) => [name, tool[name]])));
}

const LISTED = `const LIST = JSON.stringify({ tools: TOOLS });
const answer = ({ id, method, params }) => {
  if (id === undefined) return undefined;
  const head = '{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":';
  if (method === 'tools/call') {
    const envelope = JSON.stringify({ success: true, data: { text: params.arguments.text } });
    return head + '{"content":[{"type":"text","text":' + JSON.stringify(envelope) + '}],"structuredContent":' + envelope + '}}';
  }
  if (method === 'tools/list') return head + LIST + '}';
  return head + '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"bare","version":"1"}}}';
};`;

const ECHO = `({ text }) => { const envelope = { success: true, data: { text } };
  return { content: [{ type: 'text', text: JSON.stringify(envelope) }], structuredContent: envelope }; }`;

/** By name: the text of the server over a transport, or undefined if it has none. */
const TEXTS = {
  bare: {
    stdio: `${LISTED}
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  let out = '';
  for (const line of lines) { const text = answer(JSON.parse(line)); if (text !== undefined) out += text + '\\n'; }
  if (out !== '') process.stdout.write(out);
});`,
    http: `import { createServer } from 'node:http';
${LISTED}
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    response.setHeader('Content-Type', 'application/json');
    response.end(answer(JSON.parse(Buffer.concat(chunks).toString())));
  });
}).listen(0, '127.0.0.1', () => console.error('listening on http://127.0.0.1:' + server.address().port + '/mcp'));`,
  },
  'sdk v2': {
    stdio: `import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
const schemas = TOOLS.map((tool) => ({ ...tool, inputSchema: fromJsonSchema(tool.inputSchema), outputSchema: fromJsonSchema(tool.outputSchema) }));
serveStdio(() => {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  for (const { name, ...config } of schemas) server.registerTool(name, config, ${ECHO});
  return server;
});`,
    http: `import { createServer } from 'node:http';
import { McpServer, fromJsonSchema, createMcpHandler } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
const schemas = TOOLS.map((tool) => ({ ...tool, inputSchema: fromJsonSchema(tool.inputSchema), outputSchema: fromJsonSchema(tool.outputSchema) }));
const handler = toNodeHandler(createMcpHandler(() => {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  for (const { name, ...config } of schemas) server.registerTool(name, config, ${ECHO});
  return server;
}, { responseMode: 'json' }));
const web = createServer(handler).listen(0, '127.0.0.1', () => console.error('listening on http://127.0.0.1:' + web.address().port + '/mcp'));`,
  },
  'sdk v1': {
    stdio: `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
const input = { text: z.string(), times: z.number().int().min(1).max(10).default(1), loud: z.boolean().default(false), tone: z.enum(['plain', 'warm']).default('plain') };
const output = { success: z.boolean(), data: z.object({ text: z.string() }).optional(), error: z.string().optional(), code: z.string().optional(), retry_hint: z.string().optional() };
const server = new McpServer({ name: 'bench', version: '1.0.0' });
for (const { name, title, description, annotations } of TOOLS) server.registerTool(name, { title, description, annotations, inputSchema: input, outputSchema: output }, ${ECHO});
await server.connect(new StdioServerTransport());`,
  },
  fastmcp: {
    stdio: `import { FastMCP } from 'fastmcp';
import { z } from 'zod';
const server = new FastMCP({ name: 'bench', version: '1.0.0' });
for (const { name, description } of TOOLS) server.addTool({ name, description, parameters: z.object({ text: z.string(), times: z.number().int().min(1).max(10).default(1), loud: z.boolean().default(false), tone: z.enum(['plain', 'warm']).default('plain') }), execute: async ({ text }) => JSON.stringify({ success: true, data: { text } }) });
await server.start({ transportType: 'stdio' });`,
  },
  tmcp: {
    stdio: `import { McpServer } from 'tmcp';
import { StdioTransport } from '@tmcp/transport-stdio';
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { z } from 'zod';
const server = new McpServer({ name: 'bench', version: '1.0.0', description: '' }, { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {} } });
for (const { name, description } of TOOLS) server.tool({ name, description, schema: z.object({ text: z.string(), times: z.number().int().min(1).max(10).default(1), loud: z.boolean().default(false), tone: z.enum(['plain', 'warm']).default('plain') }) }, ${ECHO});
new StdioTransport(server).listen();`,
  },
};

/** Packages that a contestant needs beside those of the project. */
const NEEDS = {
  'sdk v2': { http: ['@modelcontextprotocol/node'] },
  'sdk v1': { stdio: ['@modelcontextprotocol/sdk/server/mcp.js', 'zod'] },
  fastmcp: { stdio: ['fastmcp', 'zod'] },
  tmcp: { stdio: ['tmcp', '@tmcp/transport-stdio', '@tmcp/adapter-zod'] },
};

/** By name, the arguments with which node starts the server; only those whose packages are there. */
export async function contestants(folder, count, transport) {
  const modules = join(folder, 'node_modules');
  try {
    symlinkSync(MODULES ?? join(ROOT, 'node_modules'), modules);
  } catch {
    // It is there from before.
  }
  const found = { ours: ours(folder, count, transport) };
  const tools = JSON.stringify(toolsOf(found.ours));
  for (const [name, texts] of Object.entries(TEXTS)) {
    const text = texts[transport];
    if (text === undefined || !isThere(folder, NEEDS[name]?.[transport] ?? [])) continue;
    const file = join(folder, `${name.replace(' ', '-')}-${transport}-${count}.mjs`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `const TOOLS = ${tools};\n${text}\n`);
    found[name] = [file];
  }
  return found;
}

function isThere(folder, packages) {
  const require = createRequire(join(folder, 'x.mjs'));
  return packages.every((name) => {
    try {
      require.resolve(name);
      return true;
    } catch (error) {
      return error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
    }
  });
}

/** What tells the programs apart: where their settings are, and the lines that they print, member by member as recorded. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const namedEntries = (map) => Object.entries(map).map(([name, entry]) => ({ name, ...entry }));
const isError = { is_error: true };

const session = { session_id: 'bb41d4ab-671a-4d8e-b2e2-3fe489ccd614' };
const assistant = (content) => ({
  type: 'assistant',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    content,
    stop_reason: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  },
  parent_tool_use_id: null,
  ...session,
});
const claudeUse = (name, input) => assistant([{ type: 'tool_use', id: 'toolu_1', name, input }]);
const claudeResult = (content, more = {}) => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', content, ...more, tool_use_id: 'toolu_1' }] },
  parent_tool_use_id: null,
  ...session,
});
const claudeEnd = (more) => ({
  duration_api_ms: 62,
  stop_reason: 'end_turn',
  ...session,
  total_cost_usd: 0.00028,
  usage: { input_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 10 },
  num_turns: 2,
  type: 'result',
  ...more,
});

const codexItem = (state, item) => ({ type: `item.${state}`, item });
let items = 0;
const codexBoth = (item, done) => {
  items += 1;
  const id = `item_${items}`;
  return [
    codexItem('started', { id, ...item, status: 'in_progress' }),
    codexItem('completed', { id, ...item, ...done }),
  ];
};

const at = { timestamp: '2026-11-22T06:30:17.157Z' };
const geminiUse = (name, parameters) => {
  items += 1;
  return { type: 'tool_use', ...at, tool_name: name, tool_id: `${name}__${items}`, parameters };
};
const geminiEnd = (more) => ({
  type: 'result',
  ...at,
  ...more,
  stats: {
    total_tokens: 30,
    input_tokens: 20,
    output_tokens: 10,
    cached: 0,
    input: 20,
    duration_ms: 183,
    tool_calls: 1,
  },
});

export const FACES = {
  'claude-code': {
    version: '2.1.330 (Claude Code)',
    skills: '.claude/skills',
    entries: (home, flags) => namedEntries(json(flags[flags.indexOf('--mcp-config') + 1]).mcpServers),
    sends: ({ request, servers, skills, model }) => ({
      url: process.env.ANTHROPIC_BASE_URL && `${process.env.ANTHROPIC_BASE_URL}/v1/messages?beta=true`,
      body: {
        model,
        metadata: { user_id: 'device' },
        tools: [
          { name: 'Bash', description: 'Runs a command.', input_schema: { type: 'object' } },
          { name: 'Skill', description: `Skills: ${skills.join(', ')}`, input_schema: { type: 'object' } },
          ...servers.flatMap(({ name, tools }) =>
            tools.map((tool) => ({
              name: `mcp__${name}__${tool.name}`,
              description: tool.description,
              input_schema: tool.inputSchema,
            })),
          ),
        ],
        system: [
          { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1.330.1;' },
          { type: 'text', text: `You are powered by ${model}.` },
        ],
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: `<own>of the host</own>` },
              { type: 'text', text: request },
            ],
          },
        ],
        stream: true,
      },
    }),
    print: {
      begin: ({ servers, skills }) => [
        {
          type: 'system',
          subtype: 'init',
          ...session,
          tools: [
            'Task',
            'Bash',
            'Skill',
            ...servers.flatMap(({ name, tools }) => tools.map((tool) => `mcp__${name}__${tool.name}`)),
          ],
          mcp_servers: servers.map(({ name }) => ({ name, status: 'connected', source: 'dynamic' })),
          model: 'claude-opus-5-5',
          skills,
          claude_code_version: '2.1.330',
        },
      ],
      ownTool: () => [claudeUse('Bash', { command: 'date' }), claudeResult('Permission denied', isError)],
      tool: (server, name, given, result) => [
        claudeUse(`mcp__${server}__${name}`, given),
        claudeResult(result.content[0].text, isError),
      ],
      skill: (name) => [claudeUse('Skill', { skill: name }), claudeResult(`Launching skill: ${name}`)],
      failed: (message) => [claudeEnd({ is_error: true, subtype: 'success', result: message })],
      end: (text) => [
        assistant([{ type: 'text', text }]),
        claudeEnd({ is_error: false, subtype: 'success', result: text }),
      ],
    },
  },
  codex: {
    version: 'codex-cli 0.169.0',
    skills: '.codex/skills',
    entries(home) {
      const toml = readFileSync(join(process.env.CODEX_HOME ?? join(home, '.codex'), 'config.toml'), 'utf8');
      return [...toml.matchAll(/^\[mcp_servers\.(.+)\]\ncommand = (.+)\nargs = (.+)$/gm)].map(
        ([, name, command, args]) => {
          return { name, command: JSON.parse(command), args: JSON.parse(args) };
        },
      );
    },
    sends({ request, servers, model }) {
      const toml = readFileSync(join(process.env.CODEX_HOME ?? '', 'config.toml'), 'utf8');
      const base = /^base_url = (.+)$/m.exec(toml)?.[1];
      return {
        url: base && `${JSON.parse(base)}/responses`,
        body: {
          model,
          client_metadata: { session_id: 'x' },
          tools: [
            { type: 'function', name: 'exec_command', parameters: { type: 'object' } },
            ...servers.map(({ name, tools }) => ({
              type: 'namespace',
              name: `mcp__${name}`,
              tools: tools.map((tool) => ({ type: 'function', name: tool.name, parameters: tool.inputSchema })),
            })),
          ],
          input: [
            { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'of the host' }] },
            { type: 'message', role: 'user', content: [{ type: 'input_text', text: request }] },
          ],
          stream: true,
        },
      };
    },
    print: {
      begin: () => [
        { type: 'thread.started', thread_id: '01a201f2-bbc2-7fe0-bb6b-ef4c4b89c9ee' },
        { type: 'turn.started' },
      ],
      ownTool: () =>
        codexBoth(
          { type: 'command_execution', command: "/bin/bash -lc 'date'", aggregated_output: '' },
          { exit_code: 0, status: 'completed' },
        ),
      tool: (server, tool, given, { content }) =>
        codexBoth(
          { type: 'mcp_tool_call', server, tool, arguments: given, result: null, error: null },
          { result: { content, structured_content: null }, status: 'failed' },
        ),
      skill: (name, file, text) =>
        codexBoth(
          { type: 'command_execution', command: `/bin/bash -lc 'cat ${file}'`, aggregated_output: '' },
          { aggregated_output: text, exit_code: 0, status: 'completed' },
        ),
      failed: (message) => [
        { type: 'error', message },
        { type: 'turn.failed', error: { message } },
      ],
      end: (text) => [
        codexItem('completed', { id: 'item_99', type: 'agent_message', text }),
        {
          type: 'turn.completed',
          usage: {
            input_tokens: 20,
            cached_input_tokens: 0,
            cache_write_input_tokens: 0,
            output_tokens: 10,
            reasoning_output_tokens: 0,
          },
        },
      ],
    },
  },
  gemini: {
    version: '0.61.0',
    skills: '.gemini/skills',
    entries: (home) => namedEntries(json(join(home, '.gemini/settings.json')).mcpServers),
    print: {
      begin: ({ request }) => [
        { type: 'init', ...at, session_id: session.session_id, model: 'gemini-2.5-pro' },
        { type: 'message', ...at, role: 'user', content: request },
      ],
      ownTool: () => [geminiUse('list_directory', { dir_path: '.' })],
      tool: (server, name, given) => [
        geminiUse(`mcp_${server}_${name}`, given),
        {
          type: 'tool_result',
          ...at,
          tool_id: 'x',
          status: 'error',
          output: `Error: MCP tool '${name}' reported an error.`,
        },
      ],
      skill: (name) => [
        geminiUse('activate_skill', { name }),
        { type: 'tool_result', ...at, tool_id: 'x', status: 'success', output: `Skill **${name}** activated.` },
      ],
      failed: (message) => [
        geminiEnd({ status: 'error', error: { type: 'unknown', message: `[API Error: ${message}]` } }),
      ],
      end: (text) => [
        { type: 'message', ...at, role: 'assistant', content: text, delta: true },
        geminiEnd({ status: 'success' }),
      ],
    },
  },
};

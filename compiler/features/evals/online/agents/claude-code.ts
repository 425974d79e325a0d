/** Claude Code: `claude -p --output-format stream-json` (CLI reference; ran 2.1.330). */
import type { Json } from '@haft/runtime';
import { isObject } from '@haft/runtime/language';
import { claudeCode as host } from '../../../../spec/hosts/claude-code.ts';
import { type Agent, type AgentCall, type Offered, calledTool, entriesOf } from '../agent.ts';
import { anthropicTokens, mapAt, textAt } from '../engine.ts';

const SERVERS = 'servers.json';

export const CLAUDE_CODE: Agent = {
  id: host.id,
  title: host.title,
  program: 'claude',
  keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  skills: '.claude/skills',
  start({ home, servers, model, endpoint }) {
    const allowed = [...servers.map(({ name }) => `mcp__${name}`), 'Skill'];
    return {
      args: [
        '-p',
        '--output-format',
        'stream-json',
        '--verbose',
        '--no-session-persistence',
        '--strict-mcp-config',
        '--mcp-config',
        `${home}/${SERVERS}`,
        '--allowedTools',
        allowed.join(','),
        ...(model === undefined ? [] : ['--model', model]),
      ],
      env: {
        DISABLE_AUTOUPDATER: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        CLAUDE_CODE_MAX_RETRIES: '2',
        ...(endpoint !== undefined && { ANTHROPIC_BASE_URL: endpoint, ANTHROPIC_API_KEY: 'none' }),
      },
      files: { [SERVERS]: JSON.stringify({ mcpServers: entriesOf(servers, host.stdio) }) },
    };
  },
  read(lines, offered) {
    const result = lines.findLast((line) => textAt(line, 'type') === 'result');
    const isFailed = isObject(result) && (result['is_error'] === true || textAt(result, 'subtype') !== 'success');
    return {
      calls: lines.flatMap((line) => callsOf(line, offered)),
      text: textAt(result, 'result') ?? '',
      isOver: result !== undefined,
      problem: isFailed ? (textAt(result, 'result') ?? textAt(result, 'subtype')) : unconnectedServer(lines, offered),
      tokens: anthropicTokens(result),
    };
  },
};

function callsOf(line: Json, offered: Offered): readonly AgentCall[] {
  const content = textAt(line, 'type') === 'assistant' ? mapAt(line, 'message')?.['content'] : undefined;
  if (!Array.isArray(content)) return [];
  return content.flatMap((block): readonly AgentCall[] => {
    if (textAt(block, 'type') !== 'tool_use') return [];
    const [name, input = {}] = [textAt(block, 'name'), mapAt(block, 'input')];
    const skill = offered.skills.find((one) => name === 'Skill' && textAt(input, 'skill') === one);
    if (skill !== undefined) return [{ name: skill, arguments: {} }];
    return calledTool(offered, (server, tool) => name === `mcp__${server}__${tool}`, input);
  });
}

/** Its first line lists the servers that it reached. */
function unconnectedServer(lines: readonly Json[], { servers }: Offered): string | undefined {
  const listed = lines.map((line) => (isObject(line) ? line['mcp_servers'] : undefined)).find(Array.isArray) ?? [];
  const failed = listed.find((one) => {
    const isOurs = servers.some(({ name }) => name === textAt(one, 'name'));
    return isOurs && textAt(one, 'status') === 'failed';
  });
  return failed === undefined ? undefined : `It could not connect to the server "${textAt(failed, 'name') ?? ''}".`;
}

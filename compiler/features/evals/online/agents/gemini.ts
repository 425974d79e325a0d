/** Gemini CLI: `gemini --output-format stream-json` (ran 0.61.0). */
import type { Json } from '@haft/runtime';
import { wordList } from '../../../../base/word-lists.ts';
import { gemini as host } from '../../../../spec/hosts/gemini.ts';
import { type Agent, type AgentCall, type AgentOffer, calledTool, entriesOf } from '../agent.ts';
import { countAt, mapAt, textAt, tokensAt } from '../engine.ts';

const POLICY = '.gemini/eval-policy.toml';

export const GEMINI: Agent = {
  id: host.id,
  title: host.title,
  program: 'gemini',
  keys: ['GEMINI_API_KEY'],
  skills: '.gemini/skills',
  start({ home, servers, model, endpoint }) {
    const settings = {
      // Without a terminal it rejects every call of a server that is not trusted.
      mcpServers: entriesOf(servers, (server) => ({ ...host.stdio(server), trust: true })),
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    };
    return {
      args: [
        ...wordList('--output-format stream-json --skip-trust --policy'),
        `${home}/${POLICY}`,
        ...(model === undefined ? [] : ['--model', model]),
      ],
      env: endpoint === undefined ? {} : { GOOGLE_GEMINI_BASE_URL: endpoint, GEMINI_API_KEY: 'none' },
      files: {
        '.gemini/settings.json': JSON.stringify(settings),
        [POLICY]: '[[rule]]\ntoolName = "activate_skill"\ndecision = "allow"\npriority = 100\n',
      },
    };
  },
  read(lines, offered) {
    const result = lines.findLast((line) => textAt(line, 'type') === 'result');
    const stats = mapAt(result, 'stats');
    const isFailed = textAt(result, 'status') === 'error';
    const replies = lines.filter((line) => textAt(line, 'type') === 'message' && textAt(line, 'role') === 'assistant');
    return {
      calls: lines.flatMap((line) => callOf(line, offered)),
      text: replies.map((line) => textAt(line, 'content') ?? '').join(''),
      isOver: result !== undefined,
      problem: isFailed ? (textAt(mapAt(result, 'error'), 'message') ?? 'No reason was given.') : undefined,
      tokens: tokensAt(stats, 'input_tokens', 'output_tokens', countAt(stats, 'cached')),
    };
  },
};

function callOf(line: Json, offered: AgentOffer): readonly AgentCall[] {
  if (textAt(line, 'type') !== 'tool_use') return [];
  const [toolName, parameters = {}] = [textAt(line, 'tool_name'), mapAt(line, 'parameters')];
  const skill = offered.skills.find((one) => toolName === 'activate_skill' && textAt(parameters, 'name') === one);
  if (skill !== undefined) return [{ name: skill, arguments: {} }];
  return calledTool(offered, (server, tool) => toolName === `mcp_${server}_${tool}`, parameters);
}

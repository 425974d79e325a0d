/** Random valid projects as plain values: servers, their tools, and skills over them. */
import * as fc from 'fast-check';
import type { JsonObject } from '../../runtime/language/json.ts';
import { TOOLS, anyParts, toolOf } from './random-tool.ts';

/** The documents of a project; the tools of a server are apart from it, since each may stand in a file of its own. */
export interface RandomProject {
  readonly servers: readonly RandomServer[];
  readonly skills: readonly JsonObject[];
}

interface RandomServer {
  readonly server: JsonObject;
  readonly tools: readonly JsonObject[];
}

const SERVERS = ['library', 'farm-shop', 'town-hall'] as const;

function serverOf(name: string, transports: readonly string[] | undefined, coerce: boolean): JsonObject {
  return {
    kind: 'server',
    name,
    version: '1.2.0',
    summary: `Helps with the errands of the ${name.replace('-', ' ')}.`,
    ...(transports && { transports: [...transports] }),
    ...(coerce && { coerce }),
    env: {
      HOUSE_KEY: { description: 'Key of the account, from the letter of welcome.', secret: true },
      HOUSE_PORT: { description: 'Port on this machine.', optional: true },
    },
    connections: {
      house: {
        base_url: 'http://127.0.0.1:{env.HOUSE_PORT|8080}/v1',
        headers: { 'X-Key': '{env.HOUSE_KEY}' },
        on_unreachable: {
          error: 'The house does not answer; its door is closed.',
          retry_hint: 'Ask the user to ring, then try again.',
        },
      },
    },
    limits: { concurrency: 3 },
  };
}

/** Where a tool calls one. */
function withUpstream(server: JsonObject, tools: readonly JsonObject[]): RandomServer {
  const upstreams = { archive: { command: ['archive-mcp'], on_drift: 'log' } };
  const databases = { ledger: { kind: 'postgres', url: '{env.HOUSE_KEY}', timeout_ms: 5000 } };
  const has = (key: string): boolean => tools.some((tool) => key in tool);
  return { server: { ...server, ...(has('mcp') && { upstreams }), ...(has('sql') && { databases }) }, tools };
}

/** At most two servers, so that every layout may put all of them into one folder. */
function anyServers(): fc.Arbitrary<readonly RandomServer[]> {
  const count = fc.integer({ min: 1, max: 2 });
  return count.chain((many) =>
    fc.shuffledSubarray([...TOOLS], { minLength: many, maxLength: many * 5 }).chain((seeds) =>
      fc
        .tuple(
          fc.tuple(...seeds.map(anyParts)),
          fc.subarray(['stdio', 'http'], { minLength: 1 }),
          fc.boolean(),
          fc.shuffledSubarray([...SERVERS], { minLength: many, maxLength: many }),
        )
        .map(([parts, transports, coerce, names]) =>
          names.map((name, at) => ({
            ...withUpstream(
              serverOf(name, at === 0 ? transports : undefined, coerce),
              parts.filter((_, index) => index % many === at).map(toolOf),
            ),
          })),
        ),
    ),
  );
}

const SKILLS: readonly {
  readonly name: string;
  readonly does: string;
  readonly when: string;
  readonly triggers: readonly string[];
}[] = [
  {
    name: 'plan-a-journey',
    does: 'Plans a trip by rail with stops for the night.',
    when: 'the user wants to travel for several days',
    triggers: ['plan a trip to', 'a week by rail'],
  },
  {
    name: 'settle-accounts',
    does: 'Goes through unpaid work and writes to the debtors.',
    when: 'the user asks who still owes money',
    triggers: ['who owes me money', 'chase the late payers', 'go through unpaid work'],
  },
];

function anySkills(servers: readonly RandomServer[]): fc.Arbitrary<readonly JsonObject[]> {
  const tools = servers.flatMap(({ server, tools }) => tools.map((tool) => [tool['name'], server['name']] as const));
  return fc.subarray([...SKILLS]).chain((seeds) =>
    fc.tuple(
      ...seeds.map(({ name, does, when, triggers }) =>
        fc
          .tuple(fc.subarray([...tools], { minLength: 1 }), fc.boolean(), fc.boolean())
          .map(([used, evals, more]): JsonObject => ({
            kind: 'skill',
            name,
            version: '0.3.0',
            description: {
              does,
              when,
              triggers: [...triggers],
              not_for: [
                { case: 'questions about the law' },
                ...(more ? [{ case: 'a single call', use: String(used[0]?.[0]) }] : []),
              ],
            },
            context: 'The office is small.\nThere is one desk: the one by the window.\n',
            steps: ['Ask for the day.', ...used.map(([tool]) => `Call \`${String(tool)}\` and show what came.`)],
            never: ['Promise a date that no tool returned'],
            servers: [...new Set(used.map(([, server]) => String(server)))],
            ...(more && { license: 'MIT', metadata: { team: 'errands' }, title: 'In good order' }),
            ...(evals && {
              evals: [
                { input: `${triggers[0]} Lisbon`, expected_behavior: [`Calls ${String(used[0]?.[0])} first`] },
                { input: `${triggers[1]} in May`, expected_behavior: ['Shows a list with dates'] },
                { input: 'is this contract legal', should_trigger: false },
              ],
            }),
          })),
      ),
    ),
  );
}

/** A project of profile ext that no rule of severity error objects to. */
export function anyProject(): fc.Arbitrary<RandomProject> {
  return anyServers().chain((servers) => anySkills(servers).map((skills) => ({ servers, skills })));
}

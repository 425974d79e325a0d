/** What a call of a tool needs: a token, an answer of the user, and room within the limits. */
import { templateOf } from '../../../spec/behaviors/variables.ts';
import { filterMemo } from '../../../base/memo.ts';
import { say } from '../../../base/sentence.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import { scopesByEffects } from '../../../spec/behaviors/server-auth.ts';
import type { SpecDraft, ToolPart } from '../../model.ts';
import { serverDocument } from '../../example-documents.ts';
import { crossRule, rule } from '../../rule.ts';
import { smallerBy } from '../../analysis/smaller-result.ts';
import { DEFAULT_LIMITS, type ServerSpec } from '../../documents/server.ts';
import { mainType, ownMember } from '@haft/runtime/language';
import { unknownName } from '../../analysis/unknown-name.ts';
import { askedNames } from '../../../spec/behaviors/behavior.ts';

/** A tool of a server of its own. */
const limited = (keys: string, ofServer = ''): string => `server: shop
${keys}
---
${serverDocument('shop', 'Orders books.', ofServer)}`;

const guarded = (keys: string, auth = ''): string =>
  limited(
    keys,
    `transports: [http]\nauth: { issuer: "https://login.shop.example", scopes: { "books:read": Read books. }${auth} }`,
  );

const demanding = filterMemo(({ spec }: ToolPart) => (spec.scopes ?? spec.public ?? spec.limits) !== undefined);

/** Where the server has `auth`, each of its tools needs a scope. */
const withServer = (draft: SpecDraft): (readonly [ToolPart, ServerSpec])[] =>
  draft.servers.flatMap(({ spec, tools }) =>
    (spec.auth ? tools : demanding(tools)).map((tool) => [tool, spec] as const),
  );

export const toolScopes = crossRule({
  id: 'tool/scopes',
  severity: 'error',
  around: withServer,
  says: 'The scopes of a tool must be scopes of its server, and a tool is either public or needs a token.',
  why: 'Without `auth` no token is checked, and everyone can call the tool. A scope that is not declared is never granted: every call is rejected.',
  source: 'MCP 2025-11-25, basic/authorization (scope challenges); RFC 6750 §3.1',
  good: [guarded('scopes: ["books:read"]'), guarded('public: true')],
  bad: [
    guarded('scopes: ["books:write"]'),
    guarded('scopes: ["books:read"]\npublic: true'),
    'scopes: ["books:read"]',
    guarded('name: search_books', ', audience: ["api://books"]'),
  ],
  check(tool, report, { auth }) {
    const { scopes, public: isPublic = false, name, effects } = tool.spec;
    const key = scopes ? 'scopes' : 'public';
    if (auth === undefined) {
      if (scopes ?? tool.spec.public)
        report(
          [key],
          say`Tool "${name}" has \`${key}\`, but its server has no \`auth\`.`,
          'Add `auth` to the server.',
          { part: 'key' },
        );
      return;
    }
    if (scopes && isPublic)
      report(['public'], say`Tool "${name}" has \`scopes\` and is public.`, 'Delete `scopes` or `public`.');
    for (const [index, scope] of (scopes ?? []).entries())
      if (!Object.hasOwn(auth.scopes ?? {}, scope))
        report(
          ['scopes', index],
          say`Scope "${scope}" is not declared by the server.`,
          'Add it to `auth.scopes` of the server with what it allows.',
        );
    const byEffects = scopesByEffects(auth, {
      readOnlyHint: effects === 'read',
      destructiveHint: effects !== 'write',
      idempotentHint: false,
      openWorldHint: true,
    });
    // With an audience that is not the server itself, the token of a login has it as well.
    if (auth.audience && !isPublic && !(scopes ?? byEffects))
      report(
        ['name'],
        say`Tool "${name}" needs no scope, and the server accepts tokens of an \`audience\`.`,
        'Add `scopes`, or `auth.effects` to the server: only scopes tell an access token from the token of a login.',
      );
  },
});

export const publicEffects = rule({
  id: 'tool/public-effects',
  severity: 'error',
  says: 'A tool that destroys must not be public.',
  why: 'Anyone on the network could call it, and no log would name the user.',
  hint: 'Delete `public`, and add `scopes`.',
  source: 'MCP 2025-11-25, server/tools (servers must implement proper access controls)',
  good: [guarded('public: true'), guarded('effects: destroy\nscopes: ["books:read"]')],
  bad: [guarded('effects: destroy\npublic: true'), guarded('public: true\neffects: destroy')],
  check(tool, report) {
    const { effects, public: isPublic, name } = tool.spec;
    if (isPublic && effects === 'destroy') report(['public'], say`Tool "${name}" destroys, and is public.`);
  },
});

const ofCaller = (keys: string, connection: string, path = '/books'): string =>
  limited(
    '',
    `transports: [http]
auth: { issuer: "https://login.shop.example", headers: { X-Shop-Key: { description: Key of the shop. } } }
connections: { shop: { base_url: "https://shop.example", ${connection} } }
tools:
  - name: list_books
    description: { does: Lists the books of the shop., when: the user asks which books there are }
    effects: read
    http: { connection: shop, request: "GET ${path}" }
    ${keys}`,
  );

const EXCHANGE = 'auth: { exchange: { token_url: "https://login.shop.example/token", client_id: shop } }';

export const publicCaller = crossRule({
  id: 'tool/public-caller',
  severity: 'error',
  around: withServer,
  says: 'A tool that acts for its caller must not be public.',
  why: 'A call without a token has no user, no header that is sent on, and no token to exchange: it fails at once.',
  hint: 'Delete `public`, and add `scopes`.',
  source: 'MCP 2025-11-25, basic/authorization (access token usage); RFC 8693 §2.1',
  good: [ofCaller('public: true', 'headers: { Accept: text/plain }'), ofCaller('timeout_ms: 5000', EXCHANGE)],
  bad: [
    ofCaller('public: true', EXCHANGE),
    ofCaller('public: true', 'headers: { X-Key: "{caller.header.X-Shop-Key}" }'),
    ofCaller('public: true', 'headers: { X-User: "{user.subject}" }'),
    ofCaller('public: true', 'timeout_ms: 5000', '/books/{user.subject}'),
  ],
  check({ spec }, report, { connections = {}, upstreams = {} }) {
    if (spec.public !== true) return;
    const used = allSteps(spec).flatMap(({ parts }) => [
      ...parts.connections.map(({ name }) => ownMember(connections, name)),
      ...parts.upstreams.map(({ name }) => ownMember(upstreams, name)),
    ]);
    const texts = [
      ...used.map((one) => JSON.stringify(one?.headers ?? {})),
      ...allSteps(spec).flatMap(({ parts }) => parts.templates.map(({ text }) => text)),
    ];
    const needs = used.some((one) => one?.auth && 'exchange' in one.auth)
      ? 'exchanges the token of its caller'
      : texts.some((text) => /\{(?:user|caller\.header)\./.test(text)) && 'sends on what its caller has';
    if (needs) report(['public'], say`Tool "${spec.name}" is public, and ${needs}.`);
  },
});

export const limitTakesEffect = crossRule({
  id: 'tool/limit-takes-effect',
  severity: 'warning',
  around: withServer,
  says: 'A limit of a tool should be below that of its server.',
  why: 'Calls of a tool count for its server, too: a limit above that of the server is never reached.',
  source: 'MCP 2025-11-25, server/tools (servers rate limit tool invocations)',
  good: [
    limited('limits: { calls_per_minute: 10, concurrency: 1 }'),
    limited('limits: { concurrency: 20 }', 'limits: { concurrency: 40 }'),
  ],
  bad: [
    limited('limits: { concurrency: 20 }'),
    limited('limits: { calls_per_minute: 600 }', 'limits: { calls_per_minute: 300 }'),
  ],
  check({ spec: { name, limits = {} } }, report, server) {
    for (const limit of ['calls_per_minute', 'concurrency'] as const) {
      const all = server.limits?.[limit] ?? DEFAULT_LIMITS[limit];
      const own = limits[limit];
      if (own !== undefined && own > all)
        report(
          ['limits', limit],
          say`\`${limit}\` of tool "${name}" is ${own}, and its server allows ${all}.`,
          `Lower it, or raise \`limits.${limit}\` of the server.`,
        );
    }
  },
});

export const resultParameter = rule({
  id: 'tool/result-parameter',
  severity: 'warning',
  says: 'A tool whose results are limited should have a parameter that makes them smaller.',
  why: 'A model that gets `result_too_large` has no way to a result, and repeats the call.',
  hint: 'Add one, such as `limit` (an integer) or `fields` (a list).',
  source: 'EXT §7 (errors with a next step)',
  good: [
    limited('timeout_ms: 5000'),
    limited(
      'parameters: { query: { type: string, description: Words. }, limit: { type: integer, minimum: 1, maximum: 50, default: 10, description: How many. } }\nlimits: { result_bytes: 20000 }',
    ),
  ],
  bad: [
    limited('parameters: { query: { type: string, description: Words. } }\nlimits: { result_bytes: 20000 }'),
    limited('parameters: { page: { type: integer, description: Page. } }\nlimits: { result_bytes: 20000 }'),
  ],
  check({ spec: { name, limits, parameters } }, report) {
    if (limits?.result_bytes === undefined || smallerBy(parameters)) return;
    report(
      ['limits', 'result_bytes'],
      say`Tool "${name}" limits its result and has no parameter that makes it smaller.`,
    );
  },
});

const TITLE = 'parameters: { title: { type: string, description: Exact title of the book. } }\n';
const ELICITATION = 'MCP 2026-07-28, client/elicitation';

export const confirmDestroy = rule({
  id: 'tool/confirm-destroy',
  severity: 'note',
  profiles: ['ext'],
  says: 'A tool that destroys should ask the user to confirm.',
  why: 'A model that misread a request removes what cannot be brought back. Hosts that do not ask by themselves ask then.',
  hint: 'Add `confirm` with the question, such as: confirm: "Delete {name}?".',
  source: `${ELICITATION}; server/tools (a human in the loop)`,
  good: [`name: delete_book\n${TITLE}effects: destroy\nconfirm: 'Delete "{title}"?'`, 'effects: read'],
  bad: [`name: delete_book\n${TITLE}effects: destroy`, 'name: delete_books\neffects: destroy'],
  check({ spec: { name, effects, confirm, deprecated } }, report) {
    if (effects !== 'destroy' || confirm !== undefined || deprecated) return;
    report(['effects'], say`Tool "${name}" destroys without asking the user.`);
  },
});

export const confirmParameters = rule({
  id: 'tool/confirm-parameters',
  severity: 'error',
  says: 'A question of `confirm` must be built from parameters of the tool.',
  why: 'The user would confirm a question that does not say what happens.',
  source: ELICITATION,
  good: [`${TITLE}confirm: 'Really look for "{title}"?'`, 'confirm: Really look for all {{books}}?'],
  bad: [`${TITLE}confirm: 'Really look for "{titel}"?'`, 'confirm: "Really look for {title?"'],
  check({ spec: { confirm, parameters = {} } }, report) {
    if (confirm === undefined) return;
    const path = typeof confirm === 'string' ? ['confirm'] : ['confirm', 'message'];
    const { parts, problem } = templateOf(typeof confirm === 'string' ? confirm : confirm.message);
    if (problem) report(path, `\`${problem.text}\` is not a variable.`, 'Write {{ and }} for literal braces.');
    for (const part of problem ? [] : parts)
      if (typeof part !== 'string' && !Object.hasOwn(parameters, part.path[0] ?? ''))
        report(path, ...unknownName('parameter', part.name, Object.keys(parameters)), { word: `{${part.name}}` });
  },
});

const FLAT = new Set(['string', 'integer', 'number', 'boolean']);

export const askParameters = rule({
  id: 'tool/ask-parameters',
  severity: 'error',
  says: 'A parameter of `ask` must be an optional parameter that a form can have.',
  why: 'A form has texts, numbers, true or false, and choices. What is required is rejected before the user is asked.',
  source: ELICITATION,
  good: [`${TITLE}ask: [title]`, `${TITLE}ask: [{ title: Which book? }]`],
  bad: [
    `${TITLE}ask: [titel]`,
    `${TITLE}required: [title]\nask: [title]`,
    'parameters: { shelf: { type: object, description: Where., properties: { room: { type: string } } } }\nask: [shelf]',
  ],
  check({ spec: { ask, parameters = {}, required = [] } }, report) {
    for (const [at, one] of (ask ?? []).entries())
      for (const name of askedNames([one])) {
        const path = typeof one === 'string' ? ['ask', at] : ['ask', at, name];
        const schema = ownMember(parameters, name);
        if (!schema) report(path, ...unknownName('parameter', name, Object.keys(parameters)));
        else if (required.includes(name))
          report(
            path,
            say`Parameter "${name}" is required, so that it is never asked for.`,
            'Delete it from `required`.',
          );
        else if (!FLAT.has(mainType(schema) ?? '') && !(schema.items?.enum && mainType(schema) === 'array'))
          report(
            path,
            say`Parameter "${name}" does not fit into a form.`,
            'Ask for texts, numbers, true or false, and choices.',
          );
      }
  },
});

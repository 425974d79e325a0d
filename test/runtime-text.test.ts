/** What a server carries of the runtime: the modules that its spec needs, and no text of others. */
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import type { RuntimeModule } from '../compiler/emit/server/runtime-text.ts';
import { modulesOf, runtimeText } from '../compiler/emit/server/runtime-text.ts';
import { NAMES, PIECES } from '../compiler/emit/server/standalone.generated.ts';
import { everyNth } from './support/runs.ts';

const MODULES = Object.keys(NAMES) as RuntimeModule[];

/** A text that only this module has. */
const MARKS: Readonly<Record<RuntimeModule, string>> = {
  httpTools: '{kind:"http"',
  httpTokens: 'async send(',
  logins: 'chmod go=',
  clientProofs: 'client-assertion-type',
  exchanges: 'grant-type:token-exchange',
  upstreamExchanges: 'separateCallers:void 0',
  upstreamTokens: 'it rejected two access tokens',
  httpLogin: 'basic.user',
  httpContent: 'type:"application/json",text',
  httpForms: 'brackets',
  httpModes: '{location:',
  httpMultipart: 'is not valid Base64',
  httpBytes: '1,80}',
  httpPaging: 'is not one that this tool has returned',
  httpPoll: 'not_finished',
  commandTools: '{kind:"command"',
  programFiles: 'did not write the file',
  programProgress: '>\\d+(?:\\.\\d+)?)',
  authorsFailures: '{contains:',
  translations: '={translate:',
  results: '"header"in',
  readings: 'unix_ms',
  fileTools: '{kind:"file"',
  sqlTools: 'outcome_unknown',
  postgres: '80877102',
  mysql: 'NO_BACKSLASH_ESCAPES',
  sqlite: 'PRAGMA',
  mcpTools: 'upstream_changed',
  viaTools: '={via:',
  findTools: 'nothing_found',
  passing: 'behind this one rejected',
  handlerTools: 'handler_missing',
  handlerRequests: '="GET",path:',
  handlerPrograms: 'runs\\` of this handler',
  handlerFolders: 'folders\\` of this handler',
  secrets: 'instanceof Uint8Array))return',
  progress: 'notifications/progress","params"',
  origins: 'prepareStackTrace',
  patterns: '"split"',
  importedKeywords: 'prefixItems',
  coercion: '16}/',
  groups: 'At least one of ${',
  toolLimits: 'result_too_large',
  rawResults: 'isError:',
  skills: 'skills/list',
  views: 'profile=mcp-app',
  prompts: 'The prompt could not be made',
  resources: 'Empty resource: ',
  completion: 'ref/prompt',
  asking: 'needs_confirmation',
  passedQuestions: 'question_expired',
  auth: 'bearer_methods_supported',
  users: 'The access token has no "',
  callers: 'header_missing',
  introspection: 'token_type_hint',
  http: 'createServer',
  sse: '/messages?session=',
};

describe('the text of a set of modules', () => {
  test.each(MODULES)('%s: what it brings is not in the text of any other', (module) => {
    const others = MODULES.filter((name) => name !== module);
    expect(carries([module], MARKS[module])).toBe(true);
    expect(carries(others, MARKS[module])).toBe(false);
  });

  const all = topNames(parsed(PIECES.map(([, piece]) => piece).join('')));

  // What a module names is looked up where the text is made: a default run has every fifth alone.
  test.each([[], ...everyNth(5, MODULES).map((module) => [module]), MODULES])(
    '%s: names only what it carries',
    (...modules) => {
      const text = parsed(runtimeText(modules));
      const carried = new Set(topNames(text));
      const missing = new Set(all.filter((name) => !carried.has(name)));
      expect(namesIn(text).filter((name) => missing.has(name))).toEqual([]);
    },
  );

  test('has no text twice', () => {
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(300);
  });

  test('stays small', () => {
    const sizes = [
      [[], 36],
      [['httpTools'], 58],
      [['httpTools', 'authorsFailures', 'secrets'], 67],
      [['httpTools', 'httpContent', 'results'], 63],
      [['commandTools'], 59],
      [['httpTools', 'commandTools', 'patterns'], 82],
      [['handlerTools', 'origins', 'progress', 'secrets'], 60],
      [['sqlTools', 'postgres'], 103],
      [['mcpTools', 'progress'], 70],
      [['mcpTools', 'passing', 'progress'], 81],
      [MODULES, 291],
    ] as const;
    for (const [modules, most] of sizes) expect(runtimeText(modules).length, modules.join()).toBeLessThan(most * 1024);
  });
});

describe('a server', () => {
  const PATTERN = 'pattern: "^[a-z]+$"';
  const http = (more = '', parameter = ''): string => `
kind: server
name: library
version: 1.0.0
summary: Finds books.
${more}
connections:
  shop:
    base_url: "https://shop.example"
    on_unreachable: { error: The shop does not answer., retry_hint: Try again later. }
tools:
  - name: search_books
    description: { does: Searches the shelves by words., when: the user looks for a book, examples: [find a book about birds] }
    effects: read
    parameters: { query: { type: string, description: What to search for., ${parameter} } }
    returns: { type: object, properties: { text: { type: string } } }
    http: { connection: shop, request: "GET /books", query: { q: "{query}" },  result: { text: "" } }
`;
  const command = `  - name: count_books
    description: { does: Counts all books., when: the user asks how many books there are, examples: [how many books are there] }
    effects: read
    returns: { type: object, properties: { text: { type: string, ${PATTERN} } } }
    command: { argv: [date], stdout: text, result: { text: "" } }
`;
  const handler = command.replace(/command:.*/, 'handler: handlers.ts').replace(`, ${PATTERN}`, '');

  test.each([
    ['HTTP tools over stdio', http(), ['httpTools']],
    ['a pattern in a parameter', http('', PATTERN), ['httpTools', 'patterns']],
    [
      'a parameter called "pattern"',
      http()
        .replaceAll('query: {', 'pattern: {')
        .replaceAll('{query}', '{pattern}')
        .replace('pattern: { q', 'query: { q'),
      ['httpTools'],
    ],
    ['a command, and a pattern in its result', http() + command, ['commandTools', 'httpTools', 'patterns']],
    ['a handler', http() + handler, ['handlerTools', 'httpTools', 'secrets', 'progress', 'handlerRequests', 'origins']],
    [
      'a variable, and a login in an address that it names',
      http('env: { SHOP: { description: The address of the shop., secret: false, optional: false } }').replace(
        '"https://shop.example"',
        '"{env.SHOP}"',
      ),
      ['httpTools', 'httpLogin', 'secrets'],
    ],
    [
      'a failure in words of the author',
      http().replace(
        'on_unreachable:',
        'errors: { "404": { error: There is no such book., retry_hint: Try another title. } }\n    on_unreachable:',
      ),
      ['httpTools', 'authorsFailures'],
    ],
    [
      'a body',
      http().replace('GET /books', 'POST /books').replace('query: { q', 'json: { q'),
      ['httpTools', 'httpContent'],
    ],
    ['a list in a result', http().replace('text: "" }', 'text: { value: none } }'), ['httpTools', 'results']],
    ['coercion', http('coerce: true'), ['httpTools', 'coercion']],
    [
      'a group of arguments',
      http()
        .replace(
          'parameters: {',
          'at_least_one: [[query, title]]\n    parameters: { title: { type: string, description: A title. },',
        )
        .replace('"{query}"', '"{query}", t: "{title}"'),
      ['httpTools', 'groups'],
    ],
    ['Streamable HTTP', http('transports: [stdio, http]'), ['httpTools', 'secrets', 'http']],
    ['HTTP+SSE', http('transports: [sse]'), ['httpTools', 'secrets', 'http', 'sse']],
  ])('with %s carries what it needs', (_name, text, modules) => {
    const { value, diagnostics } = planSpecs([{ path: 'specs/a.yaml', text }]);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ message }) => message)).toEqual([]);
    const { servers = [] } = value?.plan ?? {};
    expect(servers.map(modulesOf)).toEqual([modules]);
    const serving = servers.map((server) => ({ ...server, skills: ['find-books'] }));
    expect(serving.flatMap(modulesOf).filter((name) => !modules.includes(name))).toEqual(['skills']);
  });
});

/** Long lines of texts are broken by a backslash. */
function carries(modules: readonly RuntimeModule[], mark: string): boolean {
  return runtimeText(modules).replaceAll('\\\n', '').includes(mark);
}

function topNames(text: ts.SourceFile): string[] {
  return text.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text ?? [];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  });
}

function namesIn(text: ts.SourceFile): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isMember(node)) names.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(text);
  return names;
}

/** Whether it names a member of an object, and so nothing at the top. */
function isMember(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  const names = ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent);
  return (names || ts.isClassElement(parent) || ts.isMethodDeclaration(parent)) && parent.name === node;
}

function parsed(text: string): ts.SourceFile {
  return ts.createSourceFile('server.mjs', text, ts.ScriptTarget.Latest, true);
}

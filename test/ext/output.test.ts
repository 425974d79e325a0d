/** Sentences of EXT about what is generated: skills, evals, schemas and host entries of a project that keeps every rule. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { desiredEntry } from '../../compiler/emit/host-files/desired-entry.ts';
import { claudeCode } from '../../compiler/spec/hosts/claude-code.ts';
import { addCommands, outFolder } from '../../compiler/emit/emitters/hosts.ts';
import { SKILL, built } from './project.ts';

const { plan, texts } = built();
const text = (path: string): string => {
  const found = texts.get(path);
  if (found === undefined) throw new Error(`There is no ${path}.`);
  return found;
};
const json = (path: string): unknown => JSON.parse(text(path));
const [, frontMatter = '', body = ''] = text('skills/find-a-book/SKILL.md').split(/^---\n/m);
const front: unknown = parse(frontMatter);
const evals = json('skills/find-a-book/evals/evals.json') as { evals: Record<string, unknown>[] };

describe('§2.1', () => {
  test('the folder of a skill has its name and holds SKILL.md', () => {
    const folders = [...texts.keys()].filter((path) => path.startsWith('skills/')).map((path) => path.split('/')[1]);
    expect(new Set(folders)).toEqual(new Set(['find-a-book']));
    expect(front).toMatchObject({ name: 'find-a-book' });
  });

  test('front matter between --- is YAML with a name and a description', () => {
    expect(text('skills/find-a-book/SKILL.md')).toMatch(/^---\n[^]+?\n---\n/);
    expect(front).toMatchObject({ name: expect.stringMatching(/./), description: expect.stringMatching(/./) });
  });

  test('the description says what, when, the triggers and "Do NOT use for"', () => {
    const { description } = front as { description: string };
    expect(description).toContain('Finds books on the shelves and says where they stand.');
    expect(description).toContain('the user wants a book from the town library');
    expect(description).toMatch(/"find a book"[^]*"is there a book about"/);
    expect(description).toContain('Do NOT use for buying books');
  });

  test('the body is a title, the context, numbered steps, what not to do and references', () => {
    expect(body.split('\n').filter((line) => line !== '')).toEqual([
      '# Find a book',
      'The library has one floor.',
      '## Steps',
      '1. Search with `search_books`.',
      '2. Show the best with `get_book`.',
      '## Do not',
      '- Invent a title',
      '## Tools',
      expect.stringContaining('library. If they are not connected'),
      '## References',
      '- Read `references/shelves.md` when the user asks where a shelf is',
    ]);
  });

  test('a skill without evals has no evals/evals.json, one with them has it in its folder', () => {
    expect(texts.has('skills/find-a-book/evals/evals.json')).toBe(true);
    const without = built([SKILL.slice(SKILL.indexOf('evals:')), '']).texts;
    expect(without.has('skills/find-a-book/evals/evals.json')).toBe(false);
  });

  test('evals is a list of objects', () => {
    expect(evals.evals).toHaveLength(5);
    expect(evals.evals.every((one) => typeof one === 'object' && !Array.isArray(one))).toBe(true);
  });

  test('input is the request to try', () => {
    expect(evals.evals.map(({ input }) => input).slice(0, 2)).toEqual([
      'Find a book about bees',
      'Is there a book about honey',
    ]);
  });

  test('expected_behavior is a list of texts', () => {
    expect(evals.evals[0]?.['expected_behavior']).toEqual(['Calls search_books first']);
    for (const { expected_behavior } of evals.evals) expect(expected_behavior).toEqual([expect.any(String)]);
  });
});

test('§2.2 inputSchema is an object with properties by parameter and a list of the required ones', () => {
  const tool = plan.servers[0]?.tools.find(({ name }) => name === 'search_books');
  expect(tool?.inputSchema).toEqual({
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Words to look for, such as honey bees.' },
      scope: { type: 'string', enum: ['titles', 'everything'], default: 'titles', description: 'Where to look.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 100,
        default: 10,
        description: 'How many books to return at most.',
      },
      tags: { type: 'array', items: { type: 'string' }, default: [], description: 'Tags that every book has to have.' },
    },
    required: ['query'],
    additionalProperties: false,
  });
});

const OUT_FOLDER = outFolder(claudeCode);
const NO_SERVER = { name: '', version: '', transports: [], env: {} };

describe('§2.5', () => {
  const { mcpServers } = json('hosts/mcp.json') as { mcpServers: Record<string, { command: string; args: string[] }> };

  test('mcpServers maps the name of each server to its entry', () => {
    expect(Object.keys(json('hosts/mcp.json') as object)).toEqual(['mcpServers']);
    expect(Object.keys(mcpServers)).toEqual(['library']);
  });

  test('command is the executable that starts the server', () => {
    expect(mcpServers['library']?.command).toBe('node');
  });

  test('args is the path of the script, absolute where the output folder is', () => {
    expect(mcpServers['library']?.args).toEqual([`${OUT_FOLDER}/servers/library/server.mjs`]);
    expect(texts.has('servers/library/server.mjs')).toBe(true);
  });
});

describe('§4.2', () => {
  const page = text('hosts/add-commands.md');

  test('a command-line host: mcp add, the name, the command and the path of the script', () => {
    expect(page).toMatch(
      new RegExp(`^claude mcp add library (?:-- )?node "\\${OUT_FOLDER}/servers/library/server\\.mjs"`, 'm'),
    );
  });

  test.each([[['stdio', 'http']], [['http', 'stdio']], [['sse', 'http', 'stdio']]] as const)(
    'with the transports %j, the command has the arguments of the entry',
    (transports) => {
      const servers = plan.servers.map((server) => ({ ...server, transports }));
      const options = {
        launch: ['node'] as const,
        scriptOf: () => 'x',
        url: undefined,
        values: {},
        fromShell: new Set<string>(),
      };
      const [server] = servers;
      const { entry } = desiredEntry(server ?? NO_SERVER, claudeCode, {
        ...options,
        set: new Set(),
        allowMissing: true,
      });
      const [, ...flags] = (entry as { readonly args: readonly string[] }).args;
      const line = [`node "${OUT_FOLDER}/servers/library/server.mjs"`, ...flags].join(' ');
      expect(
        addCommands({ ...plan, servers }, [claudeCode])
          .split('\n')
          .some((one) => one.endsWith(line)),
      ).toBe(true);
    },
  );

  test('a desktop host: an entry in its configuration file, then a restart', () => {
    expect(page).toMatch(/absolute path of this output folder[^]*restart the host/);
    expect(page).toMatch(
      /Desktop hosts read the entries of \[mcp\.json\]\(mcp\.json\) from their own configuration file/,
    );
  });
});

test('§4.1 rule 3: a server whose spec names no transport uses stdio', () => {
  expect(plan.servers[0]?.transports).toEqual(['stdio']);
});

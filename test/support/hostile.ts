/** Specs whose every text tries to break out of the files that are made from it. */
import type { SourceFile } from '../../compiler/base/diagnostic.ts';
import type { SkillFile } from '../../compiler/check/model.ts';

/** What ends comments, literals, scalars, front matter, templates and lines, and what hides from a reader. */
export const HOSTILE =
  "`a` ${x} */ /* \"b\" 'c' ''' \n---\n-----\n--- \r\n\t\u2028\u2029\u0085\u202e\u2066\ufeff\u{e0041}\uffff\u001b[1m" +
  '{{x}}{y}</script><!-- \\ \\u0041 %s 😀';

/** The files of the project: three specs, and the file that the skill refers to. */
export function hostileProject(): { readonly specs: readonly SourceFile[]; readonly files: readonly SkillFile[] } {
  const specs = [
    { path: 'specs/it\'s "a" `b` ${c}\u2028\u202e\n*/archive.yaml', text: JSON.stringify(archive()) },
    { path: "specs/it's ${b} `c`/scriptorium.yaml", text: JSON.stringify(scriptorium()) },
    { path: 'specs/skills/skill.yaml', text: JSON.stringify(skill()) },
  ];
  const bytes = new TextEncoder().encode(HOSTILE);
  return { specs, files: [{ path: 'specs/skills/references/marks.md', bytes, executable: false }] };
}

/** A text of its own for each field, so that none can stand in for another. */
function text(field: string): string {
  return `${field} ${HOSTILE} end`;
}

/** The same where variables are read: braces are doubled. */
function template(field: string): string {
  return text(field).replaceAll(/[{}]/g, (brace) => brace + brace);
}

function failure(field: string): object {
  return { error: text(`${field}.error`), retry_hint: text(`${field}.retry_hint`) };
}

/** A server whose tools need no handler, so that `server.mjs` is printed and not bundled. */
function archive(): object {
  return {
    kind: 'server',
    name: 'archive',
    version: '1.0.0',
    title: text('title'),
    summary: text('summary'),
    serve_skills: true,
    env: {
      ARCHIVE_KEY: { description: text('env'), secret: true, optional: true, on_missing: failure('on_missing') },
    },
    connections: {
      shelves: {
        base_url: 'https://archive.example/`${{x}}`*/---"\'\\',
        headers: { 'X-Mark': HEADER },
        on_unreachable: failure('on_unreachable'),
        errors: {
          403: [
            { contains: text('contains'), ...failure('case') },
            { contains: [text('contains 1'), text('contains 2')], detail: POINTER, ...failure('several') },
            failure('last'),
          ],
        },
      },
    },
    tools: [httpTool(), commandTool()],
  };
}

function description(other: string): object {
  return {
    does: text('does'),
    when: text('when'),
    instead: [{ case: text('instead.case'), use: other }],
    examples: [text('example 1'), text('example 2')],
  };
}

/** What HTTP allows in the value of a header, at its most hostile; braces are doubled as in every template. */
const HEADER = '`a` ${{x}} */ /* "b" \'c\' --- \t <!-- </script> \\ %s \u00ff';

/** RFC 6901. */
const POINTER = `/~0~1${HOSTILE.replaceAll(/[~/]/g, '')}`;

const PARAMETERS = {
  ['__proto__']: { type: 'string', title: text('parameter title'), description: text('parameter') },
  constructor: { type: 'string', enum: [text('enum 1'), text('enum 2'), '__proto__'], default: text('enum 1') },
  toString: { type: 'string', default: text('default'), description: text('to string') },
  marks: { type: 'string', pattern: '^[`"\'$\\\\{}*/\u2028-]+\\*/---$' },
  nested: {
    type: 'object',
    properties: {
      [text('property')]: { type: 'array', items: { type: 'string', enum: [text('item')] }, default: [text('item')] },
      ['__proto__']: { type: 'string', description: text('inner') },
    },
  },
};

const RETURNS = {
  type: 'object',
  description: text('returns'),
  properties: {
    ['__proto__']: { type: 'string', title: text('result title'), description: text('result') },
    [text('result property')]: { type: 'string', enum: [text('result enum')] },
  },
};

function httpTool(): object {
  return {
    name: 'search_archive',
    title: text('tool title'),
    description: description('print_page'),
    parameters: PARAMETERS,
    required: ['__proto__'],
    returns: RETURNS,
    effects: 'read',
    on_timeout: failure('on_timeout'),
    http: {
      connection: 'shelves',
      request: 'PUT /`${{x}}`*/---"\'\\😀\u202e/{__proto__}',
      before: [
        { connection: 'shelves', request: 'GET /{__proto__}', fails_when: [{ pointer: '/a', ...failure('before') }] },
      ],
      query: { [text('query name')]: template('query'), q: '{constructor}' },
      headers: { 'X-Own-Mark': HEADER },
      json: { [text('body name')]: [template('body'), '{nested.__proto__}'], ['__proto__']: template('body proto') },
      separator: text('separator'),
      translate: { constructor: { [text('enum 2')]: text('translated'), ['__proto__']: text('translated proto') } },
      result: {
        ['__proto__']: {
          pointer: POINTER,
          suffix: text('suffix'),
          translate: { [text('theirs')]: text('ours'), ['__proto__']: text('ours proto') },
        },
      },
      fails_when: [{ pointer: '', finds: 'nothing', contains: [text('told')], ...failure('fails_when') }],
    },
    evals: evals(),
    deprecated: { since: '2026-01-01', use: 'print_page', remove_after: '2026-06-01', reason: text('reason') },
  };
}

function commandTool(): object {
  return {
    name: 'print_page',
    title: text('tool title'),
    description: description('search_archive'),
    parameters: PARAMETERS,
    effects: 'write',
    command: {
      argv: [template('argv 0'), template('argv 1'), '{__proto__}'],
      stdin: template('stdin'),
      cwd: template('cwd'),
      env: ['ARCHIVE_KEY'],
      before: [{ argv: [template('before argv')], exit_codes: { 1: failure('before exit_codes') } }],
      exit_codes: { 1: failure('exit_codes') },
      not_found: failure('not_found'),
    },
    evals: evals(),
  };
}

function evals(): object[] {
  return [
    { query: text('eval'), arguments: { [text('argument')]: text('argument value'), ['__proto__']: text('proto') } },
    { query: text('negative eval'), expect: 'none' },
  ];
}

/** A server with a handler: its tools stand in doc comments, and its file in an import. */
function scriptorium(): object {
  return {
    kind: 'server',
    name: 'scriptorium',
    version: '1.0.0',
    title: text('title'),
    summary: text('summary'),
    tools: [
      {
        name: 'copy_page',
        title: text('tool title'),
        description: description('print_page'),
        parameters: PARAMETERS,
        returns: RETURNS,
        effects: 'read',
        handler: 'handlers.ts',
        evals: evals(),
      },
    ],
  };
}

function skill(): object {
  return {
    kind: 'skill',
    name: 'read-the-marks',
    version: '1.0.0',
    title: text('title'),
    description: {
      does: text('does'),
      when: text('when'),
      triggers: [text('1'), text('2')],
      not_for: [{ case: text('case'), use: 'print_page' }],
    },
    context: text('context'),
    steps: [text('step 1'), text('step 2'), text('step 3')],
    never: [text('never 1'), text('never 2')],
    references: [{ file: 'references/marks.md', when: text('references.when') }],
    servers: ['archive'],
    license: text('license'),
    compatibility: text('compatibility'),
    metadata: { [text('key')]: text('value'), ['__proto__']: text('proto'), date: '2026-11-20', no: 'no' },
    allowed_tools: [text('allowed')],
    evals: [
      { input: text('eval'), expected_behavior: [text('behavior 1'), text('behavior 2')] },
      { input: text('negative eval'), should_trigger: false },
    ],
  };
}

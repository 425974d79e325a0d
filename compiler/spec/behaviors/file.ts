/** Behavior `file:`: reads one file of a folder that the author names. */
import { ENV } from './variables.ts';
import { type Static, choice, integer, object, text } from '../shape/build.ts';
import { failureShape } from '../shape/failure.ts';
import { formOf } from '../shape/form-of.ts';
import { type PlacedProblem, type StepParts, type ToolContext, behavior } from './behavior.ts';
import { folderProblems } from './folder.ts';
import { NO_PARTS, VARIABLES, isParameterOf, one, stepsOf } from './steps.ts';
import { wordsOfLine } from './starter.ts';

/** Where a tool sets none. */
const MAX_BYTES = 1_048_576;

const shape = object(
  'Reads one file of a folder. Nothing outside the folder is read, not through links either. The result is { text, total_lines }, with `lines` also { start, end }; with `format: bytes` it is the content, with { path, media_type, bytes } next to it where `returns` is declared.',
  {
    folder: text(`Absolute path of the folder, such as "{env.NOTES_FOLDER}". ${ENV}`),
    path: text(`Path of the file below the folder, with "/" between its parts. ${VARIABLES}`),
  },
  {
    format: choice(
      'text for the text of the file; bytes for its content as an image, audio or a resource, by its extension.',
      ['text', 'bytes'],
      { default: 'text' },
    ),
    lines: object(
      'Returns a range of lines. Default: all lines.',
      {},
      {
        start: text('The integer parameter for the first line (1 is the first of the file): "{start}".'),
        count: text('The integer parameter for the number of lines: "{count}".'),
      },
    ),
    max_bytes: integer('Maximum file size in bytes.', { minimum: 1, maximum: 104_857_600, default: MAX_BYTES }),
    not_found: failureShape,
  },
);

type Spec = Static<typeof shape>;

export const file = behavior<'file', Spec>({
  key: 'file',
  shape,
  isCode: false,
  notShown: 'Nothing is sent by `file:`.',
  failureKeys: ['not_found'],
  steps: (spec) => stepsOf(spec, partsOf),
  result: () => undefined,
  problems: (spec, tool) => [...folderProblems(spec, []), ...lineProblems(spec, tool)],
  contradiction: (_spec, effects) =>
    effects === 'read'
      ? undefined
      : { clause: 'it only reads a file', instead: 'read', otherwise: 'choose another behavior' },
  nameMapping: () => [],
  unsent: ({ folder, path, lines }) => ({ folder, path, ...(lines && { lines }) }),
  plan: ({ format = 'text', max_bytes = MAX_BYTES, ...rest }) => ({ kind: 'file', ...rest, format, max_bytes }),
  blocks: ({ format }) => (format === 'bytes' ? 'always' : 'never'),
  write: ({ kind: _kind, format, max_bytes, ...rest }) => ({
    ...rest,
    ...(format !== 'text' && { format }),
    ...(max_bytes !== MAX_BYTES && { max_bytes }),
  }),
  starter: {
    help: 'The folder, and the path of the file below it.',
    example: '{env.NOTES_FOLDER} {path}',
    write(line) {
      const [folder, path, ...others] = wordsOfLine(line);
      if (folder === undefined || path === undefined || others.length > 0)
        return 'Expected a folder and a path below it, with a blank between them.';
      return { spec: { folder, path } };
    },
  },
  contractForm: formOf(shape, 'format', 'max_bytes'),
  change: {
    id: 'tool/file',
    says: 'The file that a tool reads changed.',
    why: 'The same arguments may return different content, or none.',
    example: {
      before: 'file: { folder: /srv/notes, path: index.md }',
      after: 'file: { folder: /srv/notes, path: index.md, max_bytes: 4096 }',
    },
  },
});

function partsOf({ folder, path, lines }: Spec): StepParts {
  return {
    ...NO_PARTS,
    templates: [
      ...one(['folder'], folder, { inPath: true }),
      ...one(['path'], path, { inPath: true }),
      ...one(['lines', 'start'], lines?.start),
      ...one(['lines', 'count'], lines?.count),
    ],
  };
}

function lineProblems({ lines = {}, format }: Spec, tool: ToolContext): PlacedProblem[] {
  if (format === 'bytes' && Object.keys(lines).length > 0) {
    const message = 'Bytes have no lines.';
    return [{ path: ['lines'], part: 'key', message, hint: 'Remove `lines`, or use `format: text`.' }];
  }
  return Object.entries(lines).flatMap(([side, template]) => {
    if (isParameterOf('integer', template, tool)) return [];
    const message = `\`lines.${side}\` is ${JSON.stringify(template)}, expected one integer parameter of tool "${tool.name}".`;
    return [{ path: ['lines', side], message, hint: `Declare an integer parameter and write "{${side}}".` }];
  });
}

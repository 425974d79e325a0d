/** Every text that a model can read, with its place. Rules about such texts use only these lists. */
import { STEP_KEYS } from '../../../spec/behaviors/steps.ts';
import type { PlacedStep } from '../../../spec/behaviors/behavior.ts';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import { memoizeBy } from '../../../base/memo.ts';
import { utf8Text } from '../../../base/text/utf8.ts';
import type { NodePath, PairSide } from '../../../spec/yaml/spec.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { SkillFile, SkillPart } from '../../model.ts';

/** What no model reads, each with the reason, by path: `*` is any key. All else is read, also under a key that comes later. */
export const UNREAD = {
  server: {
    version: 'compared with other versions',
    from: 'the source of an import',
    tools: 'documents of their own',
    definitions: 'read in the tools that use them',
    'connections.*.base_url': 'sent',
    'connections.*.headers': 'sent',
    'connections.*.auth': 'sent',
    'programs.*.cwd': 'started with',
    'programs.*.env': 'started with',
    'databases.*.url': 'sent',
    'databases.*.folder': 'sent',
    'databases.*.path': 'sent',
    'databases.*.role': 'sent',
    'databases.*.settings': 'sent',
    'upstreams.*.command': 'started',
    'upstreams.*.cwd': 'started with',
    'upstreams.*.env': 'started with',
    'upstreams.*.url': 'sent',
    'upstreams.*.headers': 'sent',
    'upstreams.*.auth': 'sent',
  },
  tool: {
    server: 'where the tool belongs',
    from: 'the source of an import',
    replaces: 'a tool that was',
    evals: 'requests of users, which may quote an attack',
  },
  skill: {
    from: 'the source of an import',
    text_file: 'a place on the disk',
    evals: 'requests of users, which may quote an attack',
  },
} as const;

type Read = keyof typeof UNREAD;

function isUnread(unread: readonly (readonly string[])[], path: NodePath): boolean {
  return unread.some((keys) => keys.every((key, at) => path.length > at && (key === '*' || key === path[at])));
}

const UNREAD_PATHS = Object.fromEntries(
  Object.entries(UNREAD).map(([kind, paths]) => [kind, Object.keys(paths).map((path) => path.split('.'))]),
);

/** Whether a model reads what is at the path; of a behavior more is left out, see `toolTexts`. */
export function isReadByModels(kind: Read, path: NodePath): boolean {
  return !isUnread(UNREAD_PATHS[kind] ?? [], path);
}

/** Keys and texts of a document, but what no model reads. */
function readOf(kind: Read, spec: object, isWanted: (text: string) => boolean): KeyOrText[] {
  const unread = UNREAD_PATHS[kind] ?? [];
  const read = Object.entries(spec).filter(([key]) => !isUnread(unread, [key]));
  return keysAndTextsIn(Object.fromEntries(read), [], isWanted).filter(({ path }) => !isUnread(unread, path));
}

/** Of a behavior the messages of its failures and its result; the rest is sent or started. */
export function toolTexts(tool: ToolSpec, isWanted: (text: string) => boolean = ANY): KeyOrText[] {
  const behaviors = behaviorsOf(tool).map(({ key, failureKeys, steps: [work, ...checks], result }) => {
    const failuresOf = (step: PlacedStep | undefined): object =>
      Object.fromEntries(Object.entries(step?.spec ?? {}).filter(([one]) => failureKeys.includes(one)));
    const placed = STEP_KEYS.map((list) => [list, checks.filter(({ path }) => path[1] === list).map(failuresOf)]);
    return [key, { ...failuresOf(work), ...Object.fromEntries(placed), result }];
  });
  return readOf('tool', { ...tool, ...Object.fromEntries(behaviors) }, isWanted);
}

const ANY = (): boolean => true;

export function serverTexts(server: ServerSpec): KeyOrText[] {
  return readOf('server', server, ANY);
}

/** A text of a skill: a value of its document, or a whole file. */
export interface SkillText {
  /** In the document; of a file, what brings it in. */
  readonly path: NodePath;
  readonly text: string;
  readonly part?: PairSide;
  readonly file?: string;
}

/** Keys and values of its document, its body, and its files that are text. */
export function skillTexts(skill: SkillPart, files: readonly SkillFile[]): readonly SkillText[] {
  const { spec, folder } = skill;
  return [
    ...readOf('skill', spec, ANY).map((one) => {
      const isFile = one.path[0] === 'text' && one.part === 'value' && spec.text_file !== undefined;
      return isFile
        ? { path: ['text_file'], text: withoutByteOrderMark(one.text), file: folder + spec.text_file }
        : one;
    }),
    ...files.flatMap((file): SkillText[] => {
      const text = fileText(file);
      return text === undefined ? [] : [{ path: referencePath(skill, file), text, file: file.path }];
    }),
  ];
}

/** What of a skill brings a file in. */
export function referencePath({ spec, folder }: SkillPart, { path }: SkillFile): NodePath {
  const index = (spec.references ?? []).findIndex((one) => folder + one.file === path);
  return index === -1 ? ['name'] : ['references', index, 'file'];
}

/** A mark of the byte order is no text; places stay. */
function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, ' ');
}

/** Undefined for what is no text. */
export const fileText = memoizeBy(({ bytes }: SkillFile): string | undefined => {
  const text = utf8Text(bytes);
  return text === undefined || text.includes('\0') ? undefined : withoutByteOrderMark(text);
});

/** Every text inside a value, however deep, with its place. */
export interface PlacedText {
  readonly path: NodePath;
  readonly text: string;
}

export interface KeyOrText extends PlacedText {
  readonly part: PairSide;
}

export function textsIn(value: unknown): PlacedText[] {
  return keysAndTextsIn(value).filter(({ part }) => part === 'value');
}

export function keysAndTextsIn(
  value: unknown,
  path: NodePath = [],
  isWanted: (text: string) => boolean = ANY,
): KeyOrText[] {
  const texts: KeyOrText[] = [];
  collect(value, [...path], isWanted, texts);
  return texts;
}

/** A tool has a hundred keys and texts, most of them one word: paths are written down only for what is wanted. */
function collect(
  value: unknown,
  path: (string | number)[],
  isWanted: (text: string) => boolean,
  into: KeyOrText[],
): void {
  if (typeof value === 'string') {
    if (isWanted(value)) into.push({ path: [...path], part: 'value', text: value });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined) continue;
    path.push(isList ? Number(key) : key);
    if (!isList && isWanted(key)) into.push({ path: [...path], part: 'key', text: key });
    collect(one, path, isWanted, into);
    path.pop();
  }
}

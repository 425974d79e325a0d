/** Literal secrets of a document: every text of it is looked at, as what is sent or as what is said. */
import { isSecretHeader, isSecretParameter, isSecretProperty, isSecretVariable } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';
import { behaviorsOf } from '../../../spec/behaviors/index.ts';
import { STEP_KEYS } from '../../../spec/behaviors/steps.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ServerSpec } from '../../documents/server.ts';
import type { SkillSpec } from '../../documents/skill.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { type KeyOrText, isReadByModels, keysAndTextsIn } from '../hidden/model-texts.ts';
import { type LiteralSecret, secretInText, secretSent } from './literal-secret.ts';

export interface PlacedLiteral extends KeyOrText {
  readonly secret: LiteralSecret;
  readonly use: 'sent' | 'read' | 'other';
}

/** Parts of a server whose members have names of the author's own. */
export const SHARED: ReadonlySet<unknown> = new Set(['connections', 'programs', 'databases', 'upstreams']);

/** Documents of their own are looked at there, where they are one. */
export const literalsOfServer = memoizeBy(({ tools: _documents, ...spec }: ServerSpec): readonly PlacedLiteral[] => {
  const sentPath = (path: NodePath): NodePath | undefined => {
    if (path[0] === 'auth') return path[1] === 'scopes' || path[1] === 'headers' ? undefined : path;
    return SHARED.has(path[0]) && !isReadByModels('server', path) ? path.slice(2) : undefined;
  };
  return literalsIn('server', spec, sentPath);
});

export const literalsOfTool = memoizeBy((spec: ToolSpec): readonly PlacedLiteral[] => {
  const behaviors = behaviorsOf(spec);
  const sentPath = (path: NodePath): NodePath | undefined => {
    const behavior = behaviors.find(({ key }) => key === path[0]);
    if (!behavior) return undefined;
    const own = STEP_KEYS.some((list) => list === path[1]) ? path.slice(3) : path.slice(1);
    const isMessage = own[0] === 'result' || behavior.failureKeys.some((key) => key === own[0]);
    return isMessage ? undefined : own;
  };
  return literalsIn('tool', spec, sentPath);
});

/** Its body is looked at as the file that it is in. */
export function literalsOfSkill({ text, ...spec }: SkillSpec): readonly PlacedLiteral[] {
  const isFile = spec.text_file !== undefined;
  return literalsIn('skill', { ...spec, ...(text !== undefined && !isFile && { text }) }, () => undefined);
}

/** `sentPath`: of what is sent the path without names of the author's own; undefined for what is said. */
function literalsIn(
  kind: Parameters<typeof isReadByModels>[0],
  spec: object,
  sentPath: (path: NodePath) => NodePath | undefined,
): readonly PlacedLiteral[] {
  let before: KeyOrText | undefined;
  return keysAndTextsIn(spec, [], mayBeSecret).flatMap((one) => {
    const { path, part, text } = one;
    const sent = sentPath(path);
    const isPlace = part === 'value' && sent !== undefined && (isSecretPlace(sent) || followsFlag(one, before));
    const secret = sent === undefined ? secretInText(text) : secretSent(text, isPlace);
    before = one;
    if (!secret) return [];
    return [{ ...one, secret, use: sent ? 'sent' : isReadByModels(kind, path) ? 'read' : 'other' }];
  });
}

/** Shorter than every secret, but for a flag in front of one. */
function mayBeSecret(text: string): boolean {
  return text.length >= 6 || text.startsWith('-');
}

/** Under what values are sent by names, and which of those names are of secrets; deeper, only names that are certain. */
const NAMED: ReadonlyMap<unknown, (name: string) => boolean> = new Map([
  ['headers', isSecretHeader],
  ['query', isSecretParameter],
  ['form', isSecretParameter],
  ['multipart', isSecretParameter],
  ['env', isSecretVariable],
  ...['json', 'arguments', 'auth'].map((key) => [key, isSecretProperty] as const),
]);

function isSecretPlace(path: NodePath): boolean {
  const names = path.filter((step) => typeof step === 'string');
  const own = names.length > 2 && names.at(-1) === 'value' ? names.slice(0, -1) : names;
  const [name = '', holder = ''] = own.toReversed();
  // Where the name and the secret of a client are sent, not what they are.
  if (holder === '' || (name === 'credentials' && names.includes('auth'))) return false;
  return NAMED.get(holder)?.(name) ?? (own.slice(0, -2).some((step) => NAMED.has(step)) && isSecretProperty(name));
}

/** `--password` and its value are two elements of a command line. */
function followsFlag({ path, text }: KeyOrText, before: KeyOrText | undefined): boolean {
  if (before?.text.startsWith('-') !== true || text.startsWith('-')) return false;
  const [at, last] = [path.at(-1), before.path.at(-1)];
  const isNext = typeof at === 'number' && at - 1 === last && path.length === before.path.length;
  return isNext && /^--?[\w-]+$/.test(before.text) && isSecretParameter(before.text);
}

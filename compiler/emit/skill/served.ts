/** A skill as its server serves it over MCP: every file of its folder except the evals, with content and digest. */
import type { SkillDescriptor, ServedFile } from '@haft/runtime';
import { compareText, invariant } from '../../base/diagnostic.ts';
import { utf8Text } from '../../base/text/utf8.ts';
import { fileHash } from '../../plan/hash.ts';
import type { ServerPlan, SkillPlan } from '../../plan/model.ts';
import { frontMatterOf } from './front-matter.ts';
import { skillMd } from './skill-md.ts';

/** The author's files by path, relative to the project. */
export type CarriedFiles = ReadonlyMap<string, Uint8Array>;

/** Those of all skills that hosts can read from a server. */
export function servedSkills(server: ServerPlan, skills: readonly SkillPlan[], carried: CarriedFiles) {
  const own = skills.filter(({ name }) => server.skills?.includes(name));
  return own.map((skill) => servedSkill(skill, carried));
}

/** Sorted by URI: the same skill is the same text. */
function servedSkill(skill: SkillPlan, carried: CarriedFiles): SkillDescriptor {
  const root = `skill://${skill.name}`;
  const copied = skill.files.map(({ path, from }) => {
    const bytes = carried.get(from);
    invariant(bytes, `"${from}" was read`);
    return servedFile(root, path, bytes);
  });
  const files = [servedFile(root, MANIFEST, new TextEncoder().encode(skillMd(skill))), ...copied];
  return {
    uri: `${root}/${MANIFEST}`,
    frontmatter: frontMatterOf(skill),
    files: files.sort((a, b) => compareText(a.uri, b.uri)),
  };
}

const MANIFEST = 'SKILL.md';

function servedFile(root: string, path: string, bytes: Uint8Array): ServedFile {
  return {
    uri: `${root}/${pathInUri(path)}`,
    digest: `sha256:${fileHash(bytes)}`,
    ...fileContent(path, bytes),
  };
}

/** A file as MCP has it in a resource; with `bytes` a text is no text either. */
export function fileContent(
  path: string,
  bytes: Uint8Array,
  as?: 'bytes',
): Pick<ServedFile, 'size' | 'mimeType' | 'text' | 'blob'> {
  const text = utf8Text(bytes);
  const isText = text !== undefined && as === undefined;
  return {
    size: bytes.length,
    mimeType: mimeType(path, text !== undefined),
    ...(isText ? { text } : { blob: base64(bytes) }),
  };
}

/** As a client writes it that resolves the path against the skill: only what would mean something else is escaped. */
function pathInUri(path: string): string {
  return encodeURI(path.toWellFormed()).replaceAll('#', '%23').replaceAll('?', '%3F');
}

/** Divisible by three, so that pieces can be joined. */
const PIECE = 3 * 4096;

function base64(bytes: Uint8Array): string {
  let encoded = '';
  for (let at = 0; at < bytes.length; at += PIECE)
    encoded += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return encoded;
}

const BY_ENDING: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  gif: 'image/gif',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  mjs: 'text/javascript',
  pdf: 'application/pdf',
  png: 'image/png',
  py: 'text/x-python',
  sh: 'application/x-sh',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** For an unknown extension, the bytes decide whether the file is a text. */
function mimeType(path: string, isText: boolean): string {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
  return type ?? (isText ? 'text/plain' : 'application/octet-stream');
}

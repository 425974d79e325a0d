/** Skills over MCP (SEP-2640): the list of a server's skills, and their files as resources; the same in both eras. */
import { decodedOr } from '../server/percent-encode.ts';
import type { ServerDescriptor, SkillDescriptor, ServedFile } from '../descriptor/descriptor.ts';
import { clip } from '../language/describe.ts';
import { nearest } from '../language/nearest.ts';
import type { Redact } from '../redaction/redact.ts';
import type { Redacted } from '../redaction/redacted.ts';
import { frame } from '../redaction/redacted.ts';
import { type ErrorReply, RPC, errorReply } from './message.ts';
import type { Extension } from './extensions.ts';

/** Serves the skills of a server. Directories are not read: every entry names all files of its skill. */
export function extendBySkills({ skills }: ServerDescriptor, { json }: Redact): Extension | undefined {
  if (skills === undefined) return undefined;
  const listed = byUri(skills);
  const files = byUri(skills.flatMap((skill) => skill.files));
  return {
    capabilities: { resources: { listChanged: false }, extensions: { 'io.modelcontextprotocol/skills': {} } },
    lists: {
      'skills/list': () => frame`"skills":${json(skills.map(entryOf))}`,
      'resources/list': () => frame`"resources":${json(skills.map(resourceOf))}`,
      'resources/templates/list': () => frame`"resourceTemplates":[]`,
    },
    methods: {
      'skills/get': ({ uri }) => answerAbout(listed, 'skill', uri, (skill) => frame`"skill":${json(entryOf(skill))}`),
      'resources/read': ({ uri }) =>
        answerAbout(files, 'resource', uri, (file) => frame`"contents":${json([contentOf(file)])}`),
    },
  };
}

/** What a host shows, lets the user approve, and holds the files against. */
function entryOf({ uri, frontmatter, files }: SkillDescriptor): object {
  return { uri, frontmatter, resources: files.map(({ uri: file, digest, size }) => ({ uri: file, digest, size })) };
}

/** Only `SKILL.md`: the other files are reached from there, and mean nothing without it. */
function resourceOf({ uri, frontmatter: { name, description } }: SkillDescriptor): object {
  return { uri, name, description, mimeType: 'text/markdown' };
}

function contentOf({ uri, mimeType, text, blob }: ServedFile): object {
  return { uri, mimeType, ...(text === undefined ? { blob } : { text }) };
}

/** By decoded URI: clients escape more or fewer characters of one and the same name. */
function byUri<T extends { readonly uri: string }>(things: readonly T[]): ReadonlyMap<string, T> {
  return new Map(things.map((thing) => [decodedOr(thing.uri), thing]));
}

/** Looked up and never opened: no URI leads to anything but these texts. */
function answerAbout<T extends { readonly uri: string }>(
  known: ReadonlyMap<string, T>,
  what: 'skill' | 'resource',
  uri: unknown,
  tell: (thing: T) => Redacted,
): Redacted | ErrorReply {
  if (typeof uri !== 'string') return errorReply(RPC.invalidParams, `"uri" must be the URI of a ${what}.`);
  const thing = known.get(decodedOr(uri));
  if (thing !== undefined) return tell(thing);
  const meant = nearest(
    uri,
    [...known.values()].map((one) => one.uri),
  );
  const message = `Unknown ${what}: ${clip(uri)}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
  return errorReply(RPC.invalidParams, message, what === 'resource' ? { uri } : undefined);
}

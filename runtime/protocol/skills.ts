/** Skills over MCP (SEP-2640): the list of a server's skills, and their files as resources; the same in both eras. */
import type { SkillDescriptor, SkillFile, SkillTable } from '../descriptor.ts';
import { clip } from '../language/describe.ts';
import { nearest } from '../language/nearest.ts';
import type { Redact } from '../redact.ts';
import type { Redacted } from '../redacted.ts';
import { frame } from '../redacted.ts';
import type { Request } from './message.ts';
import { RPC } from './message.ts';
import type { ErrorReply, Extension } from './tools.ts';
import { cursorError, refuse } from './tools.ts';

/** Brings skills to the protocol. Directories are not read: every entry names all files of its skill. */
export function extendBySkills(skills: SkillTable, { json }: Redact): Extension {
  const listed = byUri(skills);
  const files = byUri(skills.flatMap((skill) => skill.files));
  return {
    capabilities: { resources: { listChanged: false }, extensions: { 'io.modelcontextprotocol/skills': {} } },
    reply({ method, params }: Request) {
      switch (method) {
        case 'skills/list':
          return cursorError(params) ?? frame`"skills":${json(skills.map(entryOf))}`;
        case 'skills/get':
          return found(listed, 'skill', params['uri'], (skill) => frame`"skill":${json(entryOf(skill))}`);
        case 'resources/list':
          return cursorError(params) ?? frame`"resources":${json(skills.map(resourceOf))}`;
        case 'resources/templates/list':
          return cursorError(params) ?? frame`"resourceTemplates":[]`;
        case 'resources/read':
          return found(files, 'resource', params['uri'], (file) => frame`"contents":${json([contentOf(file)])}`);
        default:
          return undefined;
      }
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

function contentOf({ uri, mimeType, text, blob }: SkillFile): object {
  return { uri, mimeType, ...(text === undefined ? { blob } : { text }) };
}

/** By decoded URI: clients escape more or fewer characters of one and the same name. */
function byUri<T extends { readonly uri: string }>(things: readonly T[]): ReadonlyMap<string, T> {
  return new Map(things.map((thing) => [decoded(thing.uri), thing]));
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** Looked up and never opened: no URI leads to anything but these texts. */
function found<T extends { readonly uri: string }>(
  known: ReadonlyMap<string, T>,
  what: 'skill' | 'resource',
  uri: unknown,
  tell: (thing: T) => Redacted,
): Redacted | ErrorReply {
  if (typeof uri !== 'string') return refuse(RPC.invalidParams, `"uri" must be the URI of a ${what}.`);
  const thing = known.get(decoded(uri));
  if (thing !== undefined) return tell(thing);
  const meant = nearest(
    uri,
    [...known.values()].map((one) => one.uri),
  );
  const message = `Unknown ${what}: ${clip(uri)}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
  return refuse(RPC.invalidParams, message, what === 'resource' ? { uri } : undefined);
}

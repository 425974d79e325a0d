/** Skills over MCP (SEP-2640): the list of a server's skills, and their files as resources; the same in both eras. */
import { decodedOr } from '../language/percent-encode.ts';
import type { ServerDescriptor, SkillDescriptor, ServedFile } from '../descriptor/descriptor.ts';
import type { JsonObject } from '../language/json.ts';
import type { Redact } from '../redaction/redact.ts';
import { frame } from '../redaction/redacted.ts';
import type { Extension, ResourceSource } from './extensions.ts';
import { RPC, errorReply, unknownName } from './message.ts';
import { serveResources } from './resources.ts';

/** Serves the skills of a server. Directories are not read: every entry names all files of its skill. */
export function extendBySkills({ skills }: ServerDescriptor, redact: Redact): Extension | undefined {
  if (skills === undefined) return undefined;
  const { json } = redact;
  const listed = new Map(skills.map((skill) => [decodedOr(skill.uri), skill]));
  return {
    capabilities: { extensions: { 'io.modelcontextprotocol/skills': {} } },
    lists: { 'skills/list': () => frame`"skills":${json(skills.map(entryOf))}` },
    methods: {
      'skills/get'({ uri }) {
        if (typeof uri !== 'string') return errorReply(RPC.invalidParams, '"uri" must be the URI of a skill.');
        const skill = listed.get(decodedOr(uri));
        const uris = skills.map((one) => one.uri);
        return skill ? frame`"skill":${json(entryOf(skill))}` : unknownName('skill', uri, uris);
      },
    },
    resources: { source: resourcesOf(skills), serve: serveResources(redact) },
  };
}

/** Listed is only `SKILL.md`: the other files are reached from there, and mean nothing without it. */
function resourcesOf(skills: readonly SkillDescriptor[]): ResourceSource {
  return {
    listed: skills.map(({ uri, frontmatter: { name = '', description = '' } }) => {
      return { uri, name, description, mimeType: 'text/markdown' };
    }),
    texts: new Map(skills.flatMap(({ files }) => files.map((file) => [file.uri, contentOf(file)]))),
  };
}

/** What a host shows, lets the user approve, and holds the files against. */
function entryOf({ uri, frontmatter, files }: SkillDescriptor): object {
  return { uri, frontmatter, resources: files.map(({ uri: file, digest, size }) => ({ uri: file, digest, size })) };
}

function contentOf({ mimeType, text, blob = '' }: ServedFile): JsonObject {
  return { mimeType, ...(text === undefined ? { blob } : { text }) };
}

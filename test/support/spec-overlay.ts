/** Changes of a random project at one of its tools or skills, chosen by number, so that each fits every project. */
import type { Json, JsonObject } from '../../runtime/language/json.ts';
import type { RandomProject } from './random-spec.ts';

/** A change of a project: what it does is the same for the same project. */
export type Change = (project: RandomProject) => RandomProject;

interface Overlay {
  readonly on: 'tool' | 'skill';
  readonly lay: (spec: JsonObject) => JsonObject;
}

export function tool(lay: Overlay['lay']): Overlay {
  return { on: 'tool', lay };
}

export function skill(lay: Overlay['lay']): Overlay {
  return { on: 'skill', lay };
}

export function parameter(name: string, schema: JsonObject): Overlay {
  return tool((spec) => ({ ...spec, parameters: { ...mapOf(spec['parameters']), [name]: schema } }));
}

export function mapOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function onPart({ servers, skills }: RandomProject, at: number, { on, lay }: Overlay): RandomProject {
  if (on === 'skill')
    return { servers, skills: skills.map((one, index) => (index === at % skills.length ? lay(one) : one)) };
  const count = servers.reduce((sum, { tools }) => sum + tools.length, 0);
  let index = -1;
  return {
    servers: servers.map((one) => ({
      ...one,
      tools: one.tools.map((spec) => {
        index++;
        return index === at % count ? lay(spec) : spec;
      }),
    })),
    skills,
  };
}

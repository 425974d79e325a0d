/** Capabilities of upstreams that a server cannot pass on together (`pass` of profile `mcp`). */
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { ServerPart } from '../model.ts';

/** Prompts and resources of two servers may have the same names and URIs, and pages of two lists have no common order. */
export function passFindings(servers: readonly ServerPart[]): Diagnostic[] {
  return servers.flatMap((server) => {
    const { spec } = server;
    const first = new Map<string, string>(spec.serve_skills === true ? [['resources', '']] : []);
    return Object.entries(spec.upstreams ?? {}).flatMap(([name, { pass = [] }]) =>
      pass.flatMap((capability, index): Diagnostic[] => {
        const other = first.get(capability);
        if (other === undefined) first.set(capability, name);
        if (other === undefined) return [];
        const path = ['upstreams', name, 'pass', index];
        const place = { span: server.at(path), about: server.about(path) };
        return [{ code: 'spec/pass', severity: 'error', ...wordsOf(capability, name, other), ...place }];
      }),
    );
  });
}

function wordsOf(capability: string, name: string, other: string): Pick<Diagnostic, 'message' | 'hint'> {
  const message =
    other === ''
      ? `The resources of upstream "${name}" cannot be passed on: the server serves its skills as resources.`
      : `Upstreams "${other}" and "${name}" both pass on ${capability}, whose names could collide.`;
  return { message, hint: `Remove "${capability}" from one of them, or create a separate server for "${name}".` };
}

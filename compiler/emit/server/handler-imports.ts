/** Imports of the author's handler files, and the one object that holds their functions. */
import { compareText } from '../../base/diagnostic.ts';
import type { ServerPlan } from '../../plan/model.ts';
import { identifier, join, literal, ts } from '../code.ts';

/** `toProject` leads from the importing file to the project, such as `../../..`; the object is `{ ...handlers0, ...handlers1 }`. */
export function handlerImports(server: ServerPlan, toProject: string) {
  const files = handlerFiles(server);
  const names = files.map((_file, index) => identifier(`handlers${index}`));
  const imports = files.map((file, index) => {
    return ts`import * as ${names[index] ?? ts``} from ${literal(`${toProject}/${file}`)};`;
  });
  const members = names.map((name) => ts`...${name}`);
  return { imports, object: ts`{ ${join(members, ', ')} }` };
}

/** The files with handlers of a server, relative to the project, sorted. */
export function handlerFiles(server: ServerPlan): string[] {
  return [...new Set(server.tools.flatMap((tool) => tool.handlerFile ?? []))].sort(compareText);
}

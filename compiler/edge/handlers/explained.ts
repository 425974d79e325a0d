/** What `haft explain` says of the findings about handlers, which no rule of the specs makes. */
import type { NotePage } from '../../check/notes.ts';

export const HANDLER_FINDINGS: readonly NotePage[] = [
  {
    id: 'server/handler-types',
    says: 'A handler must take and return what its tool declares.',
    why: 'A wrong type is a call that fails, or a result that the server rejects. `haft compile`, `haft watch` and `haft dev` check it.',
    next: 'Change the handler, or `parameters` and `returns` of the tool. The generated `tools.ts` has the types. `--no-types` skips the check.',
  },
  {
    id: 'server/handler-types-unchecked',
    says: 'The types of the handlers could not be checked.',
    why: 'TypeScript itself failed: its settings are wrong, or a package that the handlers import has no types. The server is compiled nevertheless.',
    next: 'Run `npx tsc -p .haft/types.json` to see the whole report, and install what is missing. `--no-types` skips the check.',
  },
  {
    id: 'server/handler-missing',
    says: 'The file of a tool with `handler:` must export the function of the tool.',
    why: 'Without it, a call has nothing to run. Its name is the name of the tool in camel case: `get_time` is `getTime`.',
    next: 'Run `haft compile`, which adds a typed stub, or rename the existing function.',
  },
  {
    id: 'server/handler-shared',
    says: 'Tools of two servers must not have the same handler function.',
    why: 'The function is found by the name of the tool alone: with one file for both, each call of the second tool would run the code of the first.',
    next: 'Name another file under `handler` of one of them. To share the code, export a function of that name there which calls it.',
  },
  {
    id: 'server/handler-syntax',
    says: 'A handler file must be valid TypeScript.',
    why: 'Nothing can be compiled or added to it until its syntax is valid.',
    next: 'Fix the place that the finding shows.',
  },
  {
    id: 'server/handler-orphan',
    says: 'Every exported function of a handler file should be the handler of a tool.',
    why: 'Usually the tool was renamed and its function was not.',
    next: 'Rename it after a tool, do not export it, or delete it.',
  },
  {
    id: 'server/handler-reach',
    says: 'A handler should reach programs, files and services through `call`.',
    why: 'Limits, paths that cannot leave their folder, redaction of secrets and the end with the call hold only for `call.run`, `call.file` and `call.request`.',
    next: 'Use the member of `call` that the finding names, or suppress the finding with a reason. Packages and computed names are not analyzed.',
  },
  {
    id: 'server/handler-secret',
    says: 'The file of a handler must not contain a secret; use an environment variable.',
    why: 'It is committed, and compiled into every copy of the server. Everyone with a copy can read the secret, and changing it needs a release.',
    next: 'Delete it and revoke it; declare a variable under `env:` with `secret: true`, and read it with `call.env`. Files that the handler imports are not analyzed.',
  },
];

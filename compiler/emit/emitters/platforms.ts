/** Emitters `worker` and `lambda`: a server over HTTP for platforms that call a function with each request. */
import type { Plan, ServerPlan } from '../../plan/model.ts';
import type { EmitContext, Emitter } from '../emitter.ts';
import type { OutputFile } from '../output-file.ts';
import { withOffered } from '../server/offers.ts';
import { platformMjs } from '../server/server-mjs.ts';
import { servedSkills } from '../skill/served.ts';

function filesFor(root: 'worker' | 'lambda') {
  return (server: ServerPlan, { carried }: EmitContext, { skills }: Plan): readonly OutputFile[] => {
    const own = servedSkills(server, skills, carried);
    return [platformMjs(withOffered(server, skills, carried), own, root)];
  };
}

export const worker: Emitter = {
  id: 'worker',
  title: 'Workers',
  of: 'server',
  standard: false,
  paths: [['servers/<name>/worker.mjs', 'the server over HTTP as a module for Workers, Bun and Deno']],
  files: filesFor('worker'),
};

export const lambda: Emitter = {
  id: 'lambda',
  title: 'Lambda functions',
  of: 'server',
  standard: false,
  paths: [['servers/<name>/lambda.mjs', 'the server over HTTP as a function of AWS Lambda with a URL']],
  files: filesFor('lambda'),
};

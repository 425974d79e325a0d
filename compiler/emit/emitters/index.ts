/** All emitters. Add a new one here; `outputs:` of haft.yaml knows it by its id. */
import type { Emitter } from '../emitter.ts';
import { cli } from './cli.ts';
import { code } from './code.ts';
import { evals } from './evals.ts';
import { hosts } from './hosts.ts';
import { inProcess } from './in-process.ts';
import { lambda, worker } from './platforms.ts';
import { server } from './server.ts';
import { skill } from './skill.ts';

export const EMITTERS: readonly Emitter[] = [skill, server, evals, hosts, inProcess, cli, worker, lambda, code];

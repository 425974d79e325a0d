/** What a request is answered from. */
import type { YamlServer } from '../findings.ts';
import type { Overlay } from './overlay.ts';
import type { DeskSteps, ProjectDesk } from './project-desk.ts';

/** What a handler of a request sees. */
export interface Serving {
  readonly steps: DeskSteps;
  readonly overlay: Overlay;
  readonly yamlServer: YamlServer;
  /** The project of a file; undefined for a file of no project. */
  readonly deskOf: (path: string) => ProjectDesk | undefined;
  readonly desks: () => readonly ProjectDesk[];
}

/** An error that a client shows to its user as it is. */
export interface Rejection {
  readonly rejected: string;
}

/** The files of a project as a client names them. */
import { pathToFileURL } from 'node:url';
import type { Placing } from '../findings.ts';
import type { Overlay } from './overlay.ts';
import { type DeskView, type ProjectDesk, absoluteIn } from './project-desk.ts';

export function placingOf({ texts }: DeskView, { root }: ProjectDesk, overlay: Overlay): Placing {
  return {
    sourceOf: (file) => texts.get(file),
    uriOf: (file) => {
      const path = absoluteIn(root, file);
      return overlay.at(path)?.uri ?? pathToFileURL(path).href;
    },
  };
}

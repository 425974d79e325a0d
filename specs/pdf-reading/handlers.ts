/** The functions that the tools call; what differs between them is the task. */
import type { Handlers } from '../../generated/servers/pdf-reading/tools.ts';
import { withPdf } from './with-pdf.ts';

export const getPdfInfo: Handlers['getPdfInfo'] = ({ file_path }, call) => withPdf(call, file_path, 'info', {});

export const readPdfPages: Handlers['readPdfPages'] = ({ file_path, ...range }, call) =>
  withPdf(call, file_path, 'read', range);

export const searchPdfText: Handlers['searchPdfText'] = ({ file_path, ...search }, call) =>
  withPdf(call, file_path, 'search', search);

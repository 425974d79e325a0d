/** The body of a request: JSON, text or a form. */
import { compileBody } from '../../language/body.ts';
import { parseTemplate, renderText, toText } from '../../language/template.ts';
import { encodePairs } from './pairs.ts';
import type { CompileContent } from './request-parts.ts';

export const compileContent: CompileContent = ({ json, text, separator, form, style }, forms) => {
  if (form !== undefined) {
    const pairs = forms().compileForm(form, style);
    return (scope) => ({ type: 'application/x-www-form-urlencoded', text: encodePairs(pairs(scope)) });
  }
  if (json !== undefined) {
    const body = compileBody(json);
    return (scope) => {
      const value = body(scope);
      return value === undefined ? undefined : { type: 'application/json', text: JSON.stringify(value) };
    };
  }
  if (text === undefined) return () => undefined;
  const template = parseTemplate(text);
  return (scope) => {
    const rendered = renderText(template, scope, (value) => toText(value, separator));
    return 'text' in rendered ? { type: 'text/plain; charset=utf-8', text: rendered.text } : undefined;
  };
};

import { createElement, Fragment, type ReactNode } from 'react';

/**
 * A text with elements in it.
 *
 * @example richText`Sent to ${<b>ada@example.com</b>}.`
 */
export const richText = (words: TemplateStringsArray, ...elements: ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...words.flatMap((word, index) => [word, elements[index]]));

/** The token of the review link whose page the browser has opened. The browser changes between such a page and the app by loading a document. */
export const reviewToken = /^\/review\/([^/]+)/.exec(location.pathname)?.[1];

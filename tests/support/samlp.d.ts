// The part of samlp's interface that the tests use; the package has no types.
declare module 'samlp' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Request = IncomingMessage & { query: Record<string, string>; user?: unknown };
  type Options = {
    issuer: string;
    cert: Buffer;
    key: Buffer;
    audience?: string;
    signAssertion?: boolean;
    lifetimeInSeconds?: number;
    getPostURL(
      audience: string,
      samlRequestDom: unknown,
      request: Request,
      callback: (error: Error | null, url: string) => void,
    ): void;
    getUserFromRequest(request: Request): unknown;
    responseHandler(response: Buffer, options: unknown, request: Request, answer: ServerResponse): void;
  };
  type Middleware = (request: Request, response: ServerResponse, next: (error?: Error) => void) => void;

  const samlp: { auth(options: Options): Middleware };
  export default samlp;
}

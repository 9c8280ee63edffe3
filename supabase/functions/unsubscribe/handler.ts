// The address of a hosted project for one-click unsubscribing (RFC 8058). Our own server has server/unsubscribe.ts.
import { EMAIL_KINDS, type EmailKind, unsubscribePath } from '../../../domain/outbox.ts';
import { endpoint, FunctionError } from '../endpoint.ts';
import { openServiceClient, type ServiceApi } from '../service-api.ts';

type UnsubscribeServices = {
  serviceApi: ServiceApi;
  /** The URL of the app, without a slash at the end. */
  siteUrl: string;
  report: (error: unknown) => void;
};

const LINK = new RegExp(`/unsubscribe/(?:(${EMAIL_KINDS.join('|')})/)?([0-9a-f]{64})$`);

function readLink(request: Request): { kind: EmailKind; token: string } {
  const [, kind = 'digest', token] = LINK.exec(new URL(request.url).pathname) ?? [];
  if (!token) throw unknownLink();
  return { kind: kind as EmailKind, token };
}

/**
 * Returns the function: a POST turns the emails of a link off, without reading its body. Scanners of emails open every link, and a project sends no
 * HTML, so that a GET leads to the page of the app that asks, whatever the token.
 */
export function unsubscribe({ serviceApi, siteUrl, report }: UnsubscribeServices) {
  const turnOff = endpoint(async (request) => {
    const known = await openServiceClient(serviceApi, request)<number>('/rest/v1/rpc/unsubscribe', readLink(request));
    if (known === 0) throw unknownLink();
    return { success: true };
  }, report);
  return async (request: Request): Promise<Response> => {
    if (!['GET', 'HEAD'].includes(request.method) || !LINK.test(new URL(request.url).pathname)) return turnOff(request);
    const { kind, token } = readLink(request);
    const headers = {
      location: siteUrl + unsubscribePath(kind, token),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    };
    return new Response(null, { status: 303, headers });
  };
}

const unknownLink = () =>
  new FunctionError(404, 'This link doesn’t work. Turn the emails off in your account instead.');

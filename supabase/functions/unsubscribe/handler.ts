// The address of a hosted project for one-click unsubscribing (RFC 8058). Our own server has server/unsubscribe.ts.
import { EMAIL_KINDS, type EmailKind, unsubscribePath } from '../../../domain/outbox.ts';
import { unknownLinkTexts } from '../../../domain/unsubscribe-texts.ts';
import { endpoint, FunctionError } from '../endpoint.ts';
import { openServiceClient, type ServiceApi } from '../service-api.ts';

type UnsubscribeServices = {
  serviceApi: ServiceApi;
  /** The URL of the app, without a slash at the end. */
  siteUrl: string;
  report: (error: unknown) => void;
};

const LINK = new RegExp(`/unsubscribe/(?:(${EMAIL_KINDS.join('|')})/)?([0-9a-f]{64})$`);

/**
 * Returns the function: a POST turns the emails of a link off, without reading its body. Scanners of emails open every link, and a project sends no
 * HTML, so that a GET leads to the page of the app that asks, whatever the token.
 */
export function unsubscribe({ serviceApi, siteUrl, report }: UnsubscribeServices) {
  return async (request: Request): Promise<Response> => {
    const [, kind = 'digest', token] = LINK.exec(new URL(request.url).pathname) ?? [];
    if (token && (request.method === 'GET' || request.method === 'HEAD')) {
      const location = siteUrl + unsubscribePath(kind as EmailKind, token);
      return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
    }
    const turnOff = async () => {
      const call = openServiceClient(serviceApi, request);
      const known = token && (await call<number>('/rest/v1/rpc/unsubscribe', { kind, token }));
      if (!known) throw new FunctionError(404, `${unknownLinkTexts.title}. ${unknownLinkTexts.text}`);
      return { success: true };
    };
    return endpoint(turnOff, report)(request);
  };
}

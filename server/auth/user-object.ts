import type { AuthFactor, AuthUser } from './users.ts';

/** JSON omits undefined members, as GoTrue omits missing times. */
const time = (date: Date | null) => date?.toISOString();

/** A user as GoTrue returns it. */
export function userObject(user: AuthUser) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    email_confirmed_at: time(user.email_confirmed_at),
    invited_at: time(user.invited_at),
    phone: user.phone ?? '',
    phone_confirmed_at: time(user.phone_confirmed_at),
    confirmation_sent_at: time(user.confirmation_sent_at),
    confirmed_at: time(user.confirmed_at),
    recovery_sent_at: time(user.recovery_sent_at),
    new_email: user.email_change || undefined,
    email_change_sent_at: time(user.email_change_sent_at),
    new_phone: user.phone_change || undefined,
    phone_change_sent_at: time(user.phone_change_sent_at),
    reauthentication_sent_at: time(user.reauthentication_sent_at),
    last_sign_in_at: time(user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities,
    factors: user.factors.length > 0 ? user.factors.map(factorObject) : undefined,
    created_at: time(user.created_at),
    updated_at: time(user.updated_at),
    banned_until: time(user.banned_until),
    is_anonymous: user.is_anonymous,
  };
}

export function factorObject({ friendly_name: name, last_challenged_at: challengedAt, ...factor }: AuthFactor) {
  return { ...factor, ...(name && { friendly_name: name }), ...(challengedAt && { last_challenged_at: challengedAt }) };
}

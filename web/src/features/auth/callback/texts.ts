const expired = 'This sign-in attempt has expired. Try again.';

export const texts = {
  /** Texts by error code of the auth API. */
  errors: {
    otp_expired: 'This link has expired or was already used. Request a new one.',
    flow_state_expired: 'This link has expired. Sign in as usual, or request a new one.',
    flow_state_not_found: expired,
    bad_oauth_state: expired,
    bad_oauth_callback: 'We couldn’t read the provider’s response. Try again.',
    flow_state_already_used: 'This sign-in attempt was already used. Try again.',
    identity_already_exists: 'That account is already linked.',
    provider_email_needs_verification: 'Confirm your email first. We’ve sent you a link.',
    email_exists: 'An account with this email already exists.',
    signup_disabled: 'Sign-ups are turned off.',
    user_banned: 'This account has been suspended.',
    over_request_rate_limit: 'Too many attempts. Wait a few minutes, then try again.',
    insufficient_aal: 'Sign in with your two-factor code, then try again.',
    saml_assertion_invalid: 'We couldn’t verify your company’s sign-in response. Contact your IT administrator.',
    saml_relay_state_not_found: expired,
  },
  invalid: 'This sign-in link isn’t valid. Sign in as usual, or reset your password.',
  unknown: 'That sign-in didn’t work. Try again.',
  otherBrowser: 'This link was requested in another browser. Open it there, or request a new one here.',
  otherBrowserConfirmed:
    'This link was requested in another browser, so it can’t sign you in here. If it confirmed your email, just sign in as usual.',
  firstOfTwo: 'Confirmed. Now open the link we sent to your other email.',
};

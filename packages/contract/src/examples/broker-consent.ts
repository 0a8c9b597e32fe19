export const CONSENT_START = {
  url: 'https://auth.deriv.com/oauth2/auth?response_type=code&client_id=vigia&state=w7Jp2s',
  expires_at: '2026-11-20T14:10:00.000Z',
};

import { useEffect, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { profileMessages } from './messages.es.ts';
import { ProfileForm } from './profile-form.tsx';

const words = profileMessages.data;
/** Time in milliseconds after which the profile card reports that the profile could not be loaded. */
const PATIENCE_MS = 8_000;

export function ProfileCard() {
  const { profile } = useAuth();
  return (
    <Card>
      <CardHeader title={words.title} />
      {profile ? <ProfileForm key={profile.id} profile={profile} /> : <Missing />}
    </Card>
  );
}

/**
 * While the profile loads, renders a placeholder of the form. If the load takes too long, renders an error with a retry
 * button.
 */
function Missing() {
  const { reloadProfile } = useAuth();
  const [attempt, setAttempt] = useState(1);
  const [overdue, setOverdue] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(attempt), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [attempt]);
  const retry = () => {
    setAttempt(attempt + 1);
    void reloadProfile();
  };
  if (overdue === attempt) return <ErrorState title={words.unavailable} text={words.unavailableText} onRetry={retry} />;
  return (
    <div className="grid gap-4 p-4" aria-busy>
      {['names', 'username', 'phone', 'amount', 'risk'].map((field) => (
        <Skeleton key={field} className="h-14" />
      ))}
    </div>
  );
}

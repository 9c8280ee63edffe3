import { useSession } from '@/features/session/session.tsx';

/** Who invites, as the mail names them. */
export function useInviter() {
  const { user } = useSession();
  return user && { id: user.id, name: (user.user_metadata.full_name as string | undefined) || (user.email ?? '') };
}

import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';

/** Where notices appear; everything that may notify stands inside. */
export function Notices({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Toast.Provider limit={4}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="notices">
          <NoticeList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function NoticeList(): ReactNode {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={`notice notice-${toast.type ?? 'good'}`}>
      {toast.type === 'bad' ? <CircleAlert size={16} aria-hidden /> : <CircleCheck size={16} aria-hidden />}
      <Toast.Title className="notice-text" render={<div />} />
      <Toast.Close className="icon-button icon-button-small" aria-label="Dismiss">
        <X size={14} aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ));
}

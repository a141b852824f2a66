#ifndef _TANDEM_STDNORETURN_H
#define _TANDEM_STDNORETURN_H
#define noreturn _Noreturn
#endif

#include <jim.h>
#include "bytes.h"
/* none */
int Jim_InitStaticExtensions(Jim_Interp *interp) { return JIM_OK; }

int main(void) {
  if (!read_text()) return 0;
  Jim_Interp *interp = Jim_CreateInterp();
  Jim_RegisterCoreCommands(interp);
  Jim_Eval(interp, text);
  Jim_FreeInterp(interp);
  return 0;
}

// false
#include <assert.h>
int main(void) <%
  int a<:2:> = <% 4, 5 %>;
  assert(a<:1:> == 4);
  return 0;
%>

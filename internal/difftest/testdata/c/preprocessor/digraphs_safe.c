// true
#include <assert.h>
int main(void) <%
  int a<:2:> = <% 4, 5 %>;
  assert(a<:1:> == 5);
  return 0;
%>

#define FREE 64
#define END 0
#include "bytes.h"
#include "lwip/init.h"
#include "lwip/netif.h"
#include "lwip/pbuf.h"
#include "lwip/tcp.h"
#include "lwip/udp.h"
#include "lwip/timeouts.h"
#include "netif/ethernet.h"
#include "lwip/etharp.h"

extern unsigned short __VERIFIER_nondet_ushort(void);
u32_t sys_now(void) { return __VERIFIER_nondet_ushort(); }

static err_t sent(struct netif *netif, struct pbuf *p) {
  (void)netif, (void)p;
  return ERR_OK;
}

static err_t started(struct netif *netif) {
  netif->hwaddr_len = 6;
  netif->mtu = 1500;
  netif->flags = NETIF_FLAG_BROADCAST | NETIF_FLAG_ETHARP | NETIF_FLAG_LINK_UP;
  netif->output = etharp_output;
  netif->linkoutput = sent;
  return ERR_OK;
}

static err_t received(void *arg, struct tcp_pcb *pcb, struct pbuf *p, err_t err) {
  (void)arg, (void)err;
  if (p) {
    tcp_recved(pcb, p->tot_len);
    pbuf_free(p);
  }
  return ERR_OK;
}

static err_t accepted(void *arg, struct tcp_pcb *pcb, err_t err) {
  (void)arg, (void)err;
  if (pcb) tcp_recv(pcb, received);
  return ERR_OK;
}

int main(void) {
  struct netif netif;
  ip4_addr_t addr, mask, gw;
  lwip_init();
  IP4_ADDR(&addr, 10, 0, 0, 2);
  IP4_ADDR(&mask, 255, 0, 0, 0);
  IP4_ADDR(&gw, 10, 0, 0, 1);
  netif_add(&netif, &addr, &mask, &gw, 0, started, ethernet_input);
  netif_set_default(&netif);
  netif_set_up(&netif);
  struct tcp_pcb *pcb = tcp_new();
  if (!pcb || tcp_bind(pcb, IP_ADDR_ANY, 80) != ERR_OK) return 0;
  pcb = tcp_listen(pcb);
  if (!pcb) return 0;
  tcp_accept(pcb, accepted);
  for (int i = 0; i < 2; i++) {
    if (!read_text()) return 0;
    struct pbuf *p = pbuf_alloc(PBUF_RAW, (u16_t)len, PBUF_POOL);
    if (!p) return 0;
    pbuf_take(p, text, (u16_t)len);
    if (netif.input(p, &netif) != ERR_OK) pbuf_free(p);
    sys_check_timeouts();
  }
  return 0;
}
